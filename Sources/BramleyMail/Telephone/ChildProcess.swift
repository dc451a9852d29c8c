#if canImport(Glibc)
  import CSpawn
  import Glibc
#else
  import Darwin
#endif

/// A program that is run to its end, with a deadline; blocks the calling thread.
enum ChildProcess {
  /// How it ended.
  enum End: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    /// The system's error number.
    case notStarted(Int32)
  }

  /// Runs a program with bytes on its standard input; what it writes is dropped.
  static func run(_ command: [String], environment: [String: String], input: [UInt8], deadline: Duration)
    -> End
  {
    var ends: [Int32] = [0, 0]
    guard let program = command.first, openPipe(&ends) == 0 else { return .notStarted(errno) }
    var child = pid_t()
    let status = spawn(&child, program, command, environment, standardInput: ends[0])
    close(ends[0])
    guard status == 0 else {
      close(ends[1])
      return .notStarted(status)
    }
    // A pipe takes this much at once, and this thread has SIGPIPE blocked: it never waits and never dies
    // here.
    _ = input.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    return wait(for: child, deadline: deadline)
  }

  /// A pipe that no other child gets: the program reads to its end, which comes when nobody holds it open.
  private static func openPipe(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Glibc)
      return pipe2(&ends, O_CLOEXEC)
    #else
      let status = pipe(&ends)
      if status == 0 { for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) } }
      return status
    #endif
  }

  private static func spawn(
    _ child: inout pid_t, _ program: String, _ command: [String], _ environment: [String: String],
    standardInput: Int32
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, standardInput, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Glibc)
      // Databases and listeners are ours alone, whoever opened them without the flag for it, or does meanwhile.
      posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    #else
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    // This thread has every signal blocked; the program must not inherit that, nor what we ignore.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return posix_spawn(&child, program, &actions, &attributes, &arguments, &variables)
  }

  private static func wait(for child: pid_t, deadline: Duration) -> End {
    let end = ContinuousClock.now + deadline
    var status: Int32 = 0
    while true {
      let found = waitpid(child, &status, WNOHANG)
      if found == child { return reading(status) }
      if found < 0, errno != EINTR { return .notStarted(errno) }
      if ContinuousClock.now >= end { break }
      usleep(5_000)
    }
    // The whole group: a script's own children hold on otherwise.
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    _ = waitpid(child, &status, 0)
    return .timedOut
  }

  private static func reading(_ status: Int32) -> End {
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }
}
