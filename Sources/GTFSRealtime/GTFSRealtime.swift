// GTFSRealtime
