#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that the program reads whole, and those that only its owner may read.
enum PrivateFile {
  /// A file cannot be used; the sentence says which and why.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The bytes of a file, at most a megabyte; nil when it cannot be read.
  static func read(_ path: String) -> [UInt8]? { read(path, limit: 1 << 20) }

  /// The bytes of a file of at most that many; nil when it cannot be read.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count < limit {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }

  /// Makes a file of mode 0600 that did not exist, durably: it is on the disk before anything relies on it.
  static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    // A name of this process's own: of two that start at once neither publishes what the other has begun.
    let temporary = path + ".new\(getpid())"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be made", path) }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    // link, not rename: of two processes that start at once exactly one makes the file.
    guard written == bytes.count, fsync(descriptor) == 0 else {
      let error = failure("cannot be written", path)
      unlink(temporary)
      throw error
    }
    try publish(temporary, as: path)
  }

  /// Gives a finished file its name, durably; a file that has the name already stays.
  static func publish(_ temporary: String, as path: String) throws(Failure) {
    defer { unlink(temporary) }
    guard link(temporary, path) == 0 else { throw failure("cannot be written", path) }
    syncFolder(of: path)
  }

  /// Replaces a file by one of mode 0600, durably: whoever reads it sees the old one or the new one.
  static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    let temporary = path + ".new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be made", temporary) }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      let error = failure("cannot be written", path)
      unlink(temporary)
      throw error
    }
    syncFolder(of: path)
  }

  /// Makes the name of a file durable.
  static func syncFolder(of path: String) {
    let folderDescriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    if folderDescriptor >= 0 {
      fsync(folderDescriptor)
      close(folderDescriptor)
    }
  }

  /// The folder that a path names a file of.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether there is a folder of that name.
  static func isFolder(_ path: String) -> Bool {
    var found = stat()
    return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder of mode 0700 with those above it.
  static func makeFolder(_ path: String) throws(Failure) {
    var built = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      built += "/" + part
      if mkdir(built, 0o700) != 0, errno != EEXIST { throw failure("cannot be made", built) }
    }
    guard access(path, W_OK | X_OK) == 0 else { throw failure("cannot be written to", path) }
  }

  /// The failure that `errno` tells of.
  static func failure(_ what: String, _ path: String) -> Failure {
    Failure(
      description: "\(path) \(what): \(String(cString: strerror(errno))). Check the path and its permissions."
    )
  }
}

func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
