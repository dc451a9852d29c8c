import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Answers that are given again and again, kept in the library's form by each of its threads.
///
/// Making that form takes three allocations for each field. A kept answer is found by comparing everything that
/// is sent, so it leaves exactly as a new one would. Only the request's identifier is exchanged, which is safe
/// because the library has written the head of the answer before into its connection's buffer when its thread
/// turns to the next request, and because no other thread sees the object.
final class RepeatedAnswers: Sendable {
  /// How many answers a thread keeps; the oldest makes room.
  static let limit = 8
  /// The longest body that is kept, in bytes.
  static let bodyLimit = 4096

  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    // Runs at the end of a thread; the library's threads end before this object goes.
    let status = pthread_key_create(&key) { (content: UnsafeMutableRawPointer?) in
      if let content { Unmanaged<Kept>.fromOpaque(content).release() }
    }
    self.key = status == 0 ? key : nil
  }

  deinit {
    if let key { pthread_key_delete(key) }
  }

  /// The answer as this thread keeps it, under the request's identifier; nil when it has to be made anew.
  func answer(_ message: HTTPResponse, id: String) -> OutboundResponse? {
    guard let kept = ofThread, let index = kept.answers.firstIndex(where: { $0.isSame(as: message) }) else {
      return nil
    }
    let answer = kept.answers[index]
    guard answer.bear(id: id) else {
      kept.answers.remove(at: index)
      return nil
    }
    return answer
  }

  /// Keeps an answer that was made on this thread.
  func keep(_ answer: OutboundResponse) {
    guard let key, answer.message.body.count <= Self.bodyLimit else { return }
    let kept: Kept
    if let ofThread {
      kept = ofThread
    } else {
      kept = Kept()
      let pointer = Unmanaged.passRetained(kept)
      guard pthread_setspecific(key, pointer.toOpaque()) == 0 else { return pointer.release() }
    }
    if kept.answers.count >= Self.limit { kept.answers.removeFirst() }
    kept.answers.append(answer)
  }

  private var ofThread: Kept? {
    guard let key, let content = pthread_getspecific(key) else { return nil }
    return Unmanaged<Kept>.fromOpaque(content).takeUnretainedValue()
  }

  /// What one thread keeps.
  private final class Kept {
    var answers: [OutboundResponse] = []
  }
}
