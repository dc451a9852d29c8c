package import Accounts
package import BramleyCrypto
package import BramleyHTTP

/// Posts text messages to an address of the operator's: `sms.webhook`.
///
/// The body is `{"id","text","to"}`; `X-Bramley-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA-256 of
/// `SECONDS`, a dot and the body under `sms.webhookSecret`. An answer of 2xx is taken as sent; 4xx other
/// than 408, 425 and 429 refuses the number for good; anything else is tried again.
package struct TextWebhook: TextSending {
  private let url: String
  private let key: HMACKey
  private let http: any HTTPSending
  private let time: any TimeSource

  /// A webhook.
  ///
  /// - Throws: ``CryptoError`` for a secret of fewer than 32 bytes.
  package init(url: String, secret: Secret, http: any HTTPSending, time: any TimeSource) throws(CryptoError) {
    self.url = url
    key = try HMACKey(secret)
    self.http = http
    self.time = time
  }

  package func send(_ text: TelephoneText) async -> DeliveryOutcome {
    let body = text.json
    let seconds = String(time.now().seconds)
    let code = key.authenticationCode(for: Array((seconds + ".").utf8) + body)
    var request = OutgoingRequest.post(url, json: body)
    request.headers["x-bramley-signature"] = "t=\(seconds),v1=\(Hex.encode(code))"
    request.headers["idempotency-key"] = text.id.text
    request.timeout = .seconds(10)
    do throws(HTTPClientError) {
      let answer = try await http.send(request)
      switch answer.status {
      case 200...299: return .sent
      case 408, 425, 429, 500...:
        return .failed("webhook \(answer.status)", retryAfter: Self.wait(answer.headers["retry-after"]))
      case 400...499: return .refused("webhook \(answer.status)")
      default: return .failed("webhook \(answer.status)")
      }
    } catch {
      return .failed("webhook \(error.code.rawValue)")
    }
  }

  /// Seconds only: a date is rare, and our own back-off serves.
  private static func wait(_ field: String?) -> Duration? {
    field.flatMap { Int64($0) }.map { .seconds(min(max($0, 0), 3600)) }
  }
}
