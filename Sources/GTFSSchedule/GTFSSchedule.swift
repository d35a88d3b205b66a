// GTFSSchedule
