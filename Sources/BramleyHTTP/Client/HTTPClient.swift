/// Sends requests over libcurl: one thread for all transfers, connections kept alive and shared.
///
/// Redirects are never followed, only `http` and `https` are spoken, and nothing but the answer is kept.
/// Proxies named by environment variables do not count; one is used when the configuration names it.
public final class HTTPClient: HTTPSending {
  private let loop: TransferLoop

  /// A client with a thread and connections of its own.
  ///
  /// - Throws: ``HTTPClientError`` when the system gives no thread or descriptor.
  public init(_ configuration: Configuration = Configuration()) throws(HTTPClientError) {
    loop = try TransferLoop(configuration)
  }

  deinit { loop.close() }

  /// Sends a request and waits for the whole answer.
  ///
  /// Cancelling the task ends the transfer; whether the other side acted on the request is then unknown.
  public func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
    let transfer = try Transfer(request, configuration: loop.configuration)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfer.begin(continuation)
        loop.add(transfer)
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }

  /// Ends every transfer as cancelled, and the thread; later requests fail as cancelled.
  public func close() { loop.close() }
}
