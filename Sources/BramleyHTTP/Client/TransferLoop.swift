import CCurl
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread that moves every transfer of a client.
///
/// `@unchecked Sendable`: `multi` is used by the thread alone, but for the wake-up call, which libcurl allows
/// from anywhere; it is freed when the thread has ended and nobody can wake it any more.
final class TransferLoop: @unchecked Sendable {
  private enum Order {
    case start(Transfer)
    case cancel(Transfer)
  }

  private struct Mailbox {
    var orders: [Order] = []
    var load = 0
    var isClosed = false
  }

  let configuration: HTTPClient.Configuration
  private let multi: UnsafeMutableRawPointer
  private let mailbox = Mutex(Mailbox())
  private let thread = Mutex<ServiceThread?>(nil)

  /// Made once for the process: libcurl wants its set-up done before the first use.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  init(_ configuration: HTTPClient.Configuration) throws(HTTPClientError) {
    self.configuration = configuration
    guard TransferLoop.isReady, let multi = curl_multi_init() else {
      throw HTTPClientError(.overloaded, "libcurl did not start: memory is short.", isBeforeSending: true)
    }
    self.multi = multi
    _ = bramley_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.connectionsPerHost)
    _ = bramley_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4 * configuration.connectionsPerHost)
    guard let started = ServiceThread({ self.run() }) else {
      curl_multi_cleanup(multi)
      throw HTTPClientError(
        .overloaded, "The system gave no thread. Raise the limits of the process.", isBeforeSending: true)
    }
    thread.withLock { $0 = started }
  }

  /// Starts a transfer, or ends it at once when the client is closed or has too many.
  func add(_ transfer: Transfer) {
    let refusal: HTTPClientError? = mailbox.withLock { mailbox in
      if mailbox.isClosed {
        return HTTPClientError(.cancelled, "The client was closed.", isBeforeSending: true)
      }
      guard mailbox.load < configuration.concurrencyLimit else {
        return HTTPClientError(
          .overloaded, "Too many requests to other services are under way.", isBeforeSending: true)
      }
      mailbox.load += 1
      mailbox.orders.append(.start(transfer))
      // Under the lock, since the handle may be freed once the mailbox is closed.
      curl_multi_wakeup(multi)
      return nil
    }
    if let refusal { transfer.end(.failure(refusal)) }
  }

  /// Ends a transfer early.
  func cancel(_ transfer: Transfer) {
    transfer.end(.failure(HTTPClientError(.cancelled, "The request was cancelled.")))
    mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return }
      mailbox.orders.append(.cancel(transfer))
      curl_multi_wakeup(multi)
    }
  }

  /// Ends everything; returns when the thread has ended.
  func close() {
    mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return }
      mailbox.isClosed = true
      curl_multi_wakeup(multi)
    }
    let started = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    started?.join()
  }

  private func run() {
    var active: [UnsafeMutableRawPointer: Transfer] = [:]
    while true {
      let (orders, isClosed) = mailbox.withLock { mailbox in
        defer { mailbox.orders = [] }
        return (mailbox.orders, mailbox.isClosed)
      }
      for order in orders { follow(order, &active) }
      if isClosed { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      collect(&active)
      // The wake-up, a socket, or a deadline that libcurl knows ends the wait.
      curl_multi_poll(multi, nil, 0, 10_000, nil)
    }
    for handle in Array(active.keys) { remove(handle, &active)?.endCancelled() }
    curl_multi_cleanup(multi)
  }

  private func follow(_ order: Order, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
    switch order {
    case .start(let transfer):
      guard !transfer.isOver, let handle = transfer.prepare(configuration) else {
        transfer.end(
          .failure(HTTPClientError(.malformed, "The request could not be prepared.", isBeforeSending: true)))
        return lighten()
      }
      guard curl_multi_add_handle(multi, handle) == CURLM_OK else {
        transfer.discard()
        transfer.end(
          .failure(HTTPClientError(.overloaded, "libcurl took no further transfer.", isBeforeSending: true)))
        return lighten()
      }
      active[handle] = transfer
    case .cancel(let transfer):
      if let handle = transfer.handle { _ = remove(handle, &active) }
    }
  }

  private func collect(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      var code = CURLE_OK
      guard let handle = bramley_finished(message, &code), let transfer = active[handle] else { continue }
      let result = transfer.result(of: code)
      _ = remove(handle, &active)
      transfer.end(result)
    }
  }

  private func remove(
    _ handle: UnsafeMutableRawPointer, _ active: inout [UnsafeMutableRawPointer: Transfer]
  ) -> Transfer? {
    guard let transfer = active.removeValue(forKey: handle) else { return nil }
    curl_multi_remove_handle(multi, handle)
    transfer.discard()
    lighten()
    return transfer
  }

  private func lighten() { mailbox.withLock { $0.load -= 1 } }
}
