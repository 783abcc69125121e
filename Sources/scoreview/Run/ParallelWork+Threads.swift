internal import ScoreData
internal import ScoreThreads

extension ParallelWork {
  /// On as many threads as there are processors.
  static var threads: ParallelWork {
    ParallelWork(width: WorkerThread.processorCount) { count, body in WorkerThread.perform(count, body) }
  }
}
