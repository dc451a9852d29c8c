#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Holds a data directory for one emulator; the system lets go of it however the process ends.
///
/// Each emulator keeps its state in memory and writes what changes: two of them would undo each other.
final class DirectoryLock: Sendable {
  private let descriptor: Int32

  /// Takes the directory.
  ///
  /// - Throws: ``EmulatorError`` `unusable_store` when another emulator holds it, or it cannot be written.
  init(directory: String) throws(EmulatorError) {
    let path = directory + "/apple-emulator.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw EmulatorError(
        .unusableStore, "The file \(path) cannot be opened: \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw EmulatorError(
        .unusableStore,
        "Another emulator keeps its state in \(directory); stop it, or give this one a --data DIR of its own."
      )
    }
  }

  deinit {
    // A child process that has not begun its program yet shares the descriptor, and closing alone would leave it the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
