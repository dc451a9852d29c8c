import Foundation

extension PostgreSQLServer {
  /// The folder of `postgres`, `initdb` and `pg_ctl`: Debian keeps them out of PATH.
  static func findTools() throws -> String {
    let base = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
    let found = versions.compactMap(Int.init).sorted().last { version in
      FileManager.default.isExecutableFile(atPath: "\(base)/\(version)/bin/initdb")
    }
    guard let found else {
      throw Failure(description: "PostgreSQL is not installed: apt-get install postgresql")
    }
    return "\(base)/\(found)/bin"
  }

  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bound in
        bind(descriptor, bound, size) == 0 ? getsockname(descriptor, bound, &size) : -1
      }
    }
    guard result == 0 else { throw Failure(description: "There is no free port.") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  /// Runs a program as a user that may run the server.
  @discardableResult
  static func runUnprivileged(_ program: String, _ arguments: [String]) throws -> String {
    guard getuid() == 0 else { return try run(program, arguments) }
    return try run("/usr/sbin/runuser", ["-u", "postgres", "--", program] + arguments)
  }

  /// Runs a program to its end; answers what it prints.
  @discardableResult
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    // A file, not a pipe: the server that `pg_ctl` leaves behind would keep a pipe open.
    let path = "/tmp/bramley-output-\(UUID().uuidString)"
    let output = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer {
      close(output)
      close(nothing)
      unlink(path)
    }
    let child = try spawn(program, arguments, input: nothing, output: output)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    guard status == 0 else { throw Failure(description: "\(program) ended with \(status): \(text)") }
    return text
  }

  /// Starts a program in a folder that everybody may read.
  static func spawn(_ program: String, _ arguments: [String], input: Int32, output: Int32) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, input, 0)
    posix_spawn_file_actions_adddup2(&files, output, 1)
    posix_spawn_file_actions_adddup2(&files, output, 2)
    // The server's user may not read the folder that the tests run in.
    let wrapper = "/usr/bin/env"
    var words = ([wrapper, "-C", "/tmp", program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child: pid_t = 0
    let result = posix_spawn(&child, wrapper, &files, nil, words, environ)
    guard result == 0 else {
      throw Failure(description: "\(program) cannot be run: \(String(cString: strerror(result)))")
    }
    return child
  }
}

/// A shell that waits for this process to end and then cleans up.
final class Watcher: Sendable {
  private let writing: Int32

  init(_ script: String) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PostgreSQLServer.Failure(description: "There is no pipe.") }
    writing = ends[1]
    _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let isRoot = getuid() == 0
    _ = try PostgreSQLServer.spawn(
      isRoot ? "/usr/sbin/runuser" : "/bin/sh",
      (isRoot ? ["-u", "postgres", "--", "/bin/sh"] : []) + ["-c", script], input: ends[0], output: nothing)
    close(ends[0])
    close(nothing)
  }

  func end() { close(writing) }
}
