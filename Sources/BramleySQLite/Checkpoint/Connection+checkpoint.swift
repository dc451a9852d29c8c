import CSQLite

extension Connection {
  /// Copies the log into the database file as far as readers allow, without waiting for anyone.
  ///
  /// A checkpoint that does not get through is no error: the next one will.
  func checkpoint() {
    var frames: Int32 = 0
    var copied: Int32 = 0
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
  }

  /// Keeps the length of the log after each commit, for ``takeLogLength()``.
  func observeLog() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        context?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, logLength)
  }

  /// The length of the log in frames, if a commit changed it since the last call.
  func takeLogLength() -> Int? {
    let frames = logLength.pointee
    logLength.pointee = -1
    return frames < 0 ? nil : Int(frames)
  }
}
