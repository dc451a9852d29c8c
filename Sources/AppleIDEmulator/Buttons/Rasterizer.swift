import Synchronization
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SVG into PNG with `rsvg-convert`, one image at a time, each within five seconds.
final class Rasterizer: Sendable {
  private let waiting = Atomic<Int>(0)
  private let turn = Mutex(())

  /// Images that may wait for their turn.
  private static let bound = 16
  private static let patience: CInt = 5_000

  /// The image as PNG; nil when the program is missing, fails, or too many wait already.
  func png(fromSVG svg: String) async -> [UInt8]? {
    guard waiting.wrappingAdd(1, ordering: .relaxed).newValue <= Self.bound else {
      waiting.wrappingSubtract(1, ordering: .relaxed)
      return nil
    }
    defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
    // A thread of its own: the program takes tens of milliseconds, and the pool has one thread a core.
    return await withCheckedContinuation { continuation in
      let job = Job { continuation.resume(returning: self.turn.withLock { _ in Self.convert(svg) }) }
      if !job.start() { continuation.resume(returning: nil) }
    }
  }

  private static func convert(_ svg: String) -> [UInt8]? {
    // A file instead of a pipe for the input: a program that dies early cannot then break the pipe on us.
    var template = Array("/tmp/bramley-button-XXXXXX".utf8CString)
    let input = mkstemp(&template)
    guard input >= 0 else { return nil }
    defer { close(input) }
    unlink(template)
    let bytes = Array(svg.utf8)
    guard write(input, bytes, bytes.count) == bytes.count, lseek(input, 0, SEEK_SET) == 0 else { return nil }
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    let child = spawn(input: input, output: ends[1], other: ends[0])
    close(ends[1])
    guard let child else { return nil }
    let output = readAll(ends[0])
    if output == nil { kill(child, SIGKILL) }
    var status: CInt = 0
    waitpid(child, &status, 0)
    guard status == 0, let output, output.starts(with: [0x89, 0x50, 0x4e, 0x47]) else { return nil }
    return output
  }

  private static func spawn(input: CInt, output: CInt, other: CInt) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclose(&actions, other)
    let words: [UnsafeMutablePointer<CChar>?] = ["rsvg-convert", "--format=png"].map { (word: String) in
      strdup(word)
    }
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let result = posix_spawnp(&child, "rsvg-convert", &actions, nil, words + [nil], environ)
    return result == 0 ? child : nil
  }

  private static func readAll(_ descriptor: CInt) -> [UInt8]? {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while output.count < 4 << 20 {
      var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&watch, 1, patience) == 1 else { return nil }
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return output }
      guard count > 0 else { return nil }
      output += chunk[..<count]
    }
    return nil
  }
}

/// A closure on a thread of its own.
private final class Job: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Starts the thread; false when the system gives none.
  func start() -> Bool {
    let box = Unmanaged.passRetained(self)
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { argument in
          if let argument { Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, box.toOpaque())
      if result == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let result = pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      if result == 0, let thread { pthread_detach(thread) }
    #endif
    if result != 0 { box.release() }
    return result == 0
  }
}
