import CCurl
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One request on its way and what has come back so far.
///
/// `@unchecked Sendable`: everything but the continuation belongs to the client's thread, which alone calls
/// ``prepare(_:)``, the callbacks and ``discard()``.
final class Transfer: @unchecked Sendable {
  typealias Outcome = Result<OutgoingResponse, HTTPClientError>

  private let request: OutgoingRequest
  private let host: String
  private let bodyLimit: Int
  private let refusesPrivateAddresses: Bool
  private let end = Mutex<(continuation: CheckedContinuation<Outcome, Never>?, outcome: Outcome?)>((nil, nil))

  /// The handle, while it exists.
  private(set) var handle: UnsafeMutableRawPointer?
  private var fieldList: UnsafeMutablePointer<curl_slist>?
  private var fixedList: UnsafeMutablePointer<curl_slist>?
  private var headers = HTTPFields()
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var metPrivateAddress = false
  private var isConnected = false

  /// Judges the address and the fields before anything is sent.
  init(_ request: OutgoingRequest, configuration: HTTPClient.Configuration) throws(HTTPClientError) {
    let malformed = { HTTPClientError(.malformed, $0, isBeforeSending: true) }
    let scheme = request.url.prefix { $0 != ":" }.lowercased()
    let isVisible = request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
    guard scheme == "http" || scheme == "https", isVisible, let host = Transfer.host(of: request.url) else {
      throw malformed("The address of a request must be absolute, and begin with http:// or https://.")
    }
    for field in request.headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(FramingRules.isToken),
        field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
      else { throw malformed("A header field of the request holds a character that is not allowed.") }
    }
    self.request = request
    self.host = host
    bodyLimit = configuration.bodyLimit
    refusesPrivateAddresses = configuration.refusesPrivateAddresses && configuration.proxy == nil
  }

  private static func host(of url: String) -> String? {
    guard let slashes = url.firstRange(of: "://") else { return nil }
    let authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
    // Credentials in an address end up in logs: none are taken.
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    return String(authority)
  }

  /// Gives the continuation that waits for the end; it may have come already.
  func begin(_ continuation: CheckedContinuation<Outcome, Never>) {
    let outcome = end.withLock { end in
      if end.outcome == nil { end.continuation = continuation }
      return end.outcome
    }
    if let outcome { continuation.resume(returning: outcome) }
  }

  /// Whether the caller has its answer already.
  var isOver: Bool { end.withLock { $0.outcome != nil } }

  /// Gives the caller its answer; only the first one counts.
  func end(_ outcome: Outcome) {
    let continuation = end.withLock { end in
      guard end.outcome == nil else { return nil as CheckedContinuation<Outcome, Never>? }
      end.outcome = outcome
      defer { end.continuation = nil }
      return end.continuation
    }
    continuation?.resume(returning: outcome)
  }

  /// Ends because the client was closed.
  func endCancelled() { end(.failure(HTTPClientError(.cancelled, "The client was closed."))) }

  /// Makes the handle; nil when memory is short or libcurl refuses an option.
  func prepare(_ configuration: HTTPClient.Configuration) -> UnsafeMutableRawPointer? {
    guard let easy = curl_easy_init() else { return nil }
    handle = easy
    guard
      setTarget(easy), setFields(easy), setBody(easy), setLimits(easy, configuration),
      setTrust(easy, configuration), setCallbacks(easy)
    else {
      discard()
      return nil
    }
    return easy
  }

  /// Frees the handle and its lists.
  func discard() {
    if let handle { curl_easy_cleanup(handle) }
    handle = nil
    curl_slist_free_all(fieldList)
    curl_slist_free_all(fixedList)
    fieldList = nil
    fixedList = nil
  }

  /// What the transfer came to.
  func result(of code: CURLcode) -> Outcome {
    if isTooLarge {
      return .failure(HTTPClientError(.tooLarge, "The answer of \(host) is longer than \(bodyLimit) bytes."))
    }
    if metPrivateAddress, code != CURLE_OK {
      return .failure(
        HTTPClientError(
          .privateAddress, "\(host) leads to an address that is not public; such are not asked.",
          isBeforeSending: true))
    }
    guard code == CURLE_OK, let handle else { return .failure(failure(code)) }
    var status = 0
    _ = bramley_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    guard (200...599).contains(status) else {
      return .failure(HTTPClientError(.malformed, "\(host) answered with the status \(status)."))
    }
    return .success(OutgoingResponse(status: status, headers: headers, body: body))
  }
}

extension Transfer {
  private func setTarget(_ easy: UnsafeMutableRawPointer) -> Bool {
    // Everything beyond HTTP is off, also for a proxy's sake: no file:, no gopher:.
    bramley_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK
      && bramley_set_text(easy, CURLOPT_URL, request.url) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_FOLLOWLOCATION, 0) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_HTTP09_ALLOWED, 0) == CURLE_OK
      // Signals are the main program's; this thread has all of them blocked.
      && bramley_set_long(easy, CURLOPT_NOSIGNAL, 1) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_PATH_AS_IS, 1) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_FRESH_CONNECT, request.needsFreshConnection ? 1 : 0) == CURLE_OK
  }

  private func setFields(_ easy: UnsafeMutableRawPointer) -> Bool {
    // No waiting for "100 Continue", and no content type that nobody asked for.
    var lines = ["Expect:"]
    if request.headers["content-type"] == nil { lines.append("Content-Type:") }
    for field in request.headers.fields where field.name != "user-agent" && field.name != "content-length" {
      // A name with a semicolon is libcurl's way to send an empty value.
      lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    for line in lines {
      guard let longer = curl_slist_append(fieldList, line) else { return false }
      fieldList = longer
    }
    return bramley_set_list(easy, CURLOPT_HTTPHEADER, fieldList) == CURLE_OK
  }

  private func setBody(_ easy: UnsafeMutableRawPointer) -> Bool {
    if request.method == .head { return bramley_set_long(easy, CURLOPT_NOBODY, 1) == CURLE_OK }
    if request.body.isEmpty, request.method == .get {
      return bramley_set_long(easy, CURLOPT_HTTPGET, 1) == CURLE_OK
    }
    // The size goes first, since copying reads it.
    let isSet =
      bramley_set_long(easy, CURLOPT_POSTFIELDSIZE, request.body.count) == CURLE_OK
      && request.body.withUnsafeBytes { bytes in
        var empty: UInt8 = 0
        return withUnsafeMutablePointer(to: &empty) { none in
          let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
          return bramley_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, start ?? UnsafeMutableRawPointer(none))
            == CURLE_OK
        }
      }
    return isSet && bramley_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == CURLE_OK
  }

  private func setLimits(_ easy: UnsafeMutableRawPointer, _ configuration: HTTPClient.Configuration) -> Bool {
    let whole = Int(clamping: max(1, (request.timeout ?? configuration.timeout).milliseconds))
    let connecting = Int(clamping: max(1, configuration.connectTimeout.milliseconds))
    return bramley_set_long(easy, CURLOPT_TIMEOUT_MS, whole) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(whole, connecting)) == CURLE_OK
      && bramley_set_text(easy, CURLOPT_USERAGENT, configuration.userAgent) == CURLE_OK
  }

  private func setTrust(_ easy: UnsafeMutableRawPointer, _ configuration: HTTPClient.Configuration) -> Bool {
    if let file = configuration.certificateAuthorityFile {
      guard bramley_set_text(easy, CURLOPT_CAINFO, file) == CURLE_OK else { return false }
    }
    for entry in configuration.fixedAddresses {
      guard let longer = curl_slist_append(fixedList, entry) else { return false }
      fixedList = longer
    }
    if fixedList != nil, bramley_set_list(easy, CURLOPT_RESOLVE, fixedList) != CURLE_OK { return false }
    // An empty text keeps libcurl from looking into the environment.
    guard bramley_set_text(easy, CURLOPT_PROXY, configuration.proxy ?? "") == CURLE_OK else { return false }
    return bramley_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)) == CURLE_OK
  }

  private func setCallbacks(_ easy: UnsafeMutableRawPointer) -> Bool {
    // Unretained: the loop keeps the transfer until the handle is removed.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return bramley_set_pointer(easy, CURLOPT_WRITEDATA, context) == CURLE_OK
      && bramley_set_pointer(easy, CURLOPT_HEADERDATA, context) == CURLE_OK
      && bramley_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context) == CURLE_OK
      && bramley_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION, takeBodyBytes) == CURLE_OK
      && bramley_set_bytes_callback(easy, CURLOPT_HEADERFUNCTION, takeHeaderLine) == CURLE_OK
      && bramley_set_open_socket(easy, openTransferSocket) == CURLE_OK
  }

  private func failure(_ code: CURLcode) -> HTTPClientError {
    let cause = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_OPERATION_TIMEDOUT:
      return HTTPClientError(.timedOut, "\(host) did not answer in time.")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY:
      return HTTPClientError(.couldNotConnect, "\(host) cannot be reached: \(cause).", isBeforeSending: true)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return HTTPClientError(.tls, "TLS with \(host) failed: \(cause).", isBeforeSending: true)
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      return HTTPClientError(.reset, "\(host) broke the connection off: \(cause).")
    default:
      return HTTPClientError(.malformed, "\(host) did not answer in HTTP: \(cause).")
    }
  }

  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= bodyLimit else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  fileprivate func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard headers.fields.count < 256 else { return false }
    if bytes.starts(with: "HTTP/".utf8) {
      // A new status line, after "100 Continue" for one: what came before belongs to an interim answer.
      headers = HTTPFields()
      return true
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return true }
    var value = bytes[(colon + 1)...]
    while let last = value.last, last == 0x0d || last == 0x0a { value.removeLast() }
    headers.append(
      lowercasing: UnsafeRawBufferPointer(rebasing: bytes[..<colon]), UnsafeRawBufferPointer(rebasing: value))
    return true
  }

  fileprivate func allows(_ address: UnsafePointer<sockaddr>) -> Bool {
    guard refusesPrivateAddresses else { return true }
    guard SocketAddress(copying: address).client.isPrivate else { return true }
    metPrivateAddress = true
    return false
  }
}

private func takeBodyBytes(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().takeBody(piece) ? piece.count : -1
}

private func takeHeaderLine(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().takeHeader(piece) ? piece.count : -1
}

/// Judges the address that a name led to, right before it is connected to: a second look-up cannot differ.
private func openTransferSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context, let address else { return CURL_SOCKET_BAD }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  guard let target = bramley_target(address), transfer.allows(target) else { return CURL_SOCKET_BAD }
  let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.`protocol`)
  if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  return descriptor
}
