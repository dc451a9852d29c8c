import BramleyCrypto
import CCurl

/// One message on its way to the server, on a thread of its own.
///
/// It follows the dialogue to know which command a refusal belongs to: libcurl tells only the last reply.
final class SMTPTransfer {
  typealias Outcome = Result<Void, SMTPError>

  private let envelope: MailEnvelope?
  private let server: MailServer
  private let configuration: SMTPClient.Configuration
  private let isCancelled: SMTPCancellation
  private var sent = 0
  private var step = SMTPError.Step.connection
  private var reply: Int?
  private var status: String?
  /// Whether libcurl says goodbye: what comes then tells nothing of the message.
  private var isLeaving = false

  init(
    _ envelope: MailEnvelope?, _ server: MailServer, _ configuration: SMTPClient.Configuration,
    _ isCancelled: SMTPCancellation
  ) {
    self.isCancelled = isCancelled
    self.envelope = envelope
    self.server = server
    self.configuration = configuration
  }

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// Does it; blocks the thread until the deadline at most.
  func perform() -> Outcome {
    guard Self.isReady, let easy = curl_easy_init() else {
      return .failure(SMTPError(.busy, cause: "libcurl did not start: memory is short"))
    }
    var recipients: UnsafeMutablePointer<curl_slist>?
    defer {
      curl_easy_cleanup(easy)
      curl_slist_free_all(recipients)
    }
    guard setTarget(easy), setTrust(easy), setDialogue(easy), setEnvelope(easy, &recipients) else {
      return .failure(SMTPError(.busy, cause: "libcurl refused an option"))
    }
    let code = withExtendedLifetime(self) { curl_easy_perform(easy) }
    return code == CURLE_OK ? .success(()) : .failure(failure(code))
  }

  private func setTarget(_ easy: UnsafeMutableRawPointer) -> Bool {
    let name = configuration.name.isEmpty ? "" : "/" + configuration.name
    let url = (server.beginsWithTLS ? "smtps://" : "smtp://") + "\(server.host):\(server.port)" + name
    let whole = Int(clamping: max(1, configuration.timeout.milliseconds))
    let connecting = Int(clamping: max(1, configuration.connectTimeout.milliseconds))
    var isSet =
      bramley_set_text(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps") == CURLE_OK
      && bramley_set_text(easy, CURLOPT_URL, url) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_NOSIGNAL, 1) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_TIMEOUT_MS, whole) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, min(whole, connecting)) == CURLE_OK
      // A connection that waited may be dead, and then nobody knows what became of the message.
      && bramley_set_long(easy, CURLOPT_FRESH_CONNECT, 1) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_FORBID_REUSE, 1) == CURLE_OK
      && bramley_set_text(easy, CURLOPT_PROXY, "") == CURLE_OK
    if let user = server.user, let password = server.password {
      isSet =
        isSet && bramley_set_text(easy, CURLOPT_USERNAME, user) == CURLE_OK
        && bramley_set_text(easy, CURLOPT_PASSWORD, password.revealText() ?? "") == CURLE_OK
    }
    return isSet
  }

  private func setTrust(_ easy: UnsafeMutableRawPointer) -> Bool {
    if let file = configuration.certificateAuthorityFile {
      guard bramley_set_text(easy, CURLOPT_CAINFO, file) == CURLE_OK else { return false }
    }
    // On loopback nobody listens in, and local servers show certificates that nobody signed.
    let level = server.requiresTLS ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue)
    return bramley_set_long(easy, CURLOPT_USE_SSL, level) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)) == CURLE_OK
  }

  private func setDialogue(_ easy: UnsafeMutableRawPointer) -> Bool {
    // Unretained: `perform` outlives every callback.
    let context = Unmanaged.passUnretained(self).toOpaque()
    return bramley_set_pointer(easy, CURLOPT_DEBUGDATA, context) == CURLE_OK
      && bramley_set_debug(easy, followDialogue) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_VERBOSE, 1) == CURLE_OK
      && bramley_set_bytes_callback(easy, CURLOPT_WRITEFUNCTION, dropBytes) == CURLE_OK
      && bramley_set_pointer(easy, CURLOPT_XFERINFODATA, context) == CURLE_OK
      && bramley_set_progress(easy, lookForCancellation) == CURLE_OK
      && bramley_set_long(easy, CURLOPT_NOPROGRESS, 0) == CURLE_OK
  }

  private func setEnvelope(
    _ easy: UnsafeMutableRawPointer, _ recipients: inout UnsafeMutablePointer<curl_slist>?
  ) -> Bool {
    guard let envelope else { return bramley_set_text(easy, CURLOPT_CUSTOMREQUEST, "NOOP") == CURLE_OK }
    guard let list = curl_slist_append(nil, "<\(envelope.recipient)>") else { return false }
    recipients = list
    let context = Unmanaged.passUnretained(self).toOpaque()
    return bramley_set_list(easy, CURLOPT_MAIL_RCPT, list) == CURLE_OK
      && bramley_set_text(easy, CURLOPT_MAIL_FROM, "<\(envelope.sender)>") == CURLE_OK
      && bramley_set_long(easy, CURLOPT_UPLOAD, 1) == CURLE_OK
      && bramley_set_pointer(easy, CURLOPT_READDATA, context) == CURLE_OK
      && bramley_set_bytes_callback(easy, CURLOPT_READFUNCTION, giveMessageBytes) == CURLE_OK
  }

  private func failure(_ code: CURLcode) -> SMTPError {
    let cause = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_USE_SSL_FAILED, CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return SMTPError(.tls, cause: cause)
    case CURLE_LOGIN_DENIED: return SMTPError(.login, reply: reply, status: status, cause: cause)
    default:
      // A reply below 400 belongs to an earlier command that went well.
      let isRefusal = (reply ?? 0) >= 400
      return SMTPError(step, reply: isRefusal ? reply : nil, status: isRefusal ? status : nil, cause: cause)
    }
  }

  // MARK: The dialogue

  /// What ends the transfer early. Once the message goes out it is let finish: cut off there, nobody would
  /// know whether the server has taken it.
  fileprivate var isToEnd: Bool { sent == 0 && isCancelled.isSet }

  fileprivate func give(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let message = envelope?.message, sent < message.count else { return 0 }
    let count = min(buffer.count, message.count - sent)
    buffer.copyBytes(from: message[sent..<sent + count])
    sent += count
    return count
  }

  /// A command goes out. Only its first word is looked at: what follows may be a password.
  fileprivate func note(command bytes: UnsafeRawBufferPointer) {
    let word = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self).uppercased()
    isLeaving = isLeaving || word == "QUIT"
    guard !isLeaving else { return }
    reply = nil
    status = nil
    switch word {
    case "EHLO", "HELO": step = .greeting
    case "STARTTLS": step = .tls
    case "AUTH": step = .login
    case "MAIL": step = .sender
    case "RCPT": step = .recipient
    case "DATA": step = .message
    default: break
    }
  }

  /// A line of a reply comes in: three digits, and behind them perhaps an enhanced status.
  fileprivate func note(reply bytes: UnsafeRawBufferPointer) {
    let digits = bytes.prefix(3)
    guard !isLeaving, digits.count == 3, digits.allSatisfy({ (48...57).contains($0) }) else { return }
    if step == .connection { step = .greeting }
    reply = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    let word = bytes.dropFirst(4).prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isStatus = parts.count == 3 && parts.allSatisfy { (1...3).contains($0.count) }
    status = isStatus ? String(decoding: word, as: UTF8.self) : nil
  }
}

private func followDialogue(
  _ easy: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let bytes else { return 0 }
  let transfer = Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue()
  let piece = UnsafeRawBufferPointer(start: bytes, count: size)
  if kind == CURLINFO_HEADER_OUT { transfer.note(command: piece) }
  if kind == CURLINFO_HEADER_IN { transfer.note(reply: piece) }
  return 0
}

/// libcurl asks about once a second.
private func lookForCancellation(
  _ context: UnsafeMutableRawPointer?, _: curl_off_t, _: curl_off_t, _: curl_off_t, _: curl_off_t
) -> Int32 {
  guard let context else { return 0 }
  return Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue().isToEnd ? 1 : 0
}

private func giveMessageBytes(
  _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context, let buffer else { return 0 }
  return Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue().give(
    UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

private func dropBytes(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int { size * count }
