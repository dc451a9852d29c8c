import BramleyHTTP
import Synchronization

/// Takes outgoing requests and answers as it was told.
final class RecordingSender: HTTPSending {
  private struct Box {
    var requests: [OutgoingRequest] = []
    var answers: [Result<Int, HTTPClientError>] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let box = Mutex(Box())

  /// What the next requests are answered with; 200 when nothing is left.
  func answer(_ answers: Result<Int, HTTPClientError>...) { box.withLock { $0.answers += answers } }

  var requests: [OutgoingRequest] { box.withLock { $0.requests } }

  /// Waits until so many requests have come, or the test's time is over.
  func arrival(of count: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = box.withLock { box -> Bool in
          if box.requests.count >= count || Task.isCancelled { return true }
          box.waiters.append((count, continuation))
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      let left = box.withLock { box in
        defer { box.waiters.removeAll() }
        return box.waiters
      }
      for waiter in left { waiter.continuation.resume() }
    }
  }

  func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
    let (answer, ready) = box.withLock { box in
      box.requests.append(request)
      let count = box.requests.count
      let ready = box.waiters.filter { $0.count <= count }
      box.waiters.removeAll { $0.count <= count }
      return (
        box.answers.isEmpty ? Result.success(200) : box.answers.removeFirst(), ready.map(\.continuation)
      )
    }
    for waiter in ready { waiter.resume() }
    return OutgoingResponse(status: try answer.get())
  }
}
