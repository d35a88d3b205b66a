/// The keys of a pipeline file; docs/pipelines.md has them as a table, in this order.
enum PipelineField: String, CaseIterable {
    case name, instance, env, lock, done
    case onStale = "on_stale"
    case onRecover = "on_recover"
    case stages
}

/// The keys of an entry of `stages`, likewise.
enum StageField: String, CaseIterable {
    case name, load, run, pipe, shell, output, append, delay, duration, retries, backoff, hold, next
    case onFailure = "on_failure"
    case quiet
}
