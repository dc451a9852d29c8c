import BramleyHTTP
import Testing

@Suite("Framing refusals")
struct FramingTests {
  /// A request that could be read in two ways, and the status it gets.
  struct Trick: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: String
    var status = 400
    var testDescription: String { name }
  }

  static let tricks: [Trick] = [
    Trick(
      name: "Content-Length with Transfer-Encoding",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    Trick(
      name: "two different Content-Length",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
    Trick(
      name: "the same Content-Length twice",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
    Trick(
      name: "Content-Length as a list",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc"),
    Trick(
      name: "signed Content-Length", bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc"),
    Trick(
      name: "negative Content-Length", bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc"),
    Trick(
      name: "huge Content-Length",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", status: 413),
    Trick(name: "space before the colon", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n"),
    Trick(
      name: "space before the colon of a length",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc"),
    Trick(name: "NUL in a header value", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\nX-B: d\r\n\r\n"),
    Trick(name: "NUL in the last header value", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n"),
    Trick(
      name: "NUL at the end of a value", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\0\r\nX-B: c\r\n\r\n"),
    Trick(name: "NUL in a header name", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX\0A: b\r\n\r\n"),
    Trick(name: "control character in a value", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\u{1}c\r\n\r\n"),
    Trick(
      name: "bare carriage return in a value", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\rX-B: c\r\n\r\n"),
    Trick(name: "bare line feed", bytes: "GET /x HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n"),
    Trick(name: "folded header", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\nX-B: d\r\n\r\n"),
    Trick(name: "folded last header", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: b\r\n\tc\r\n\r\n"),
    Trick(name: "folded first header", bytes: "GET /x HTTP/1.1\r\n X-A: b\r\nHost: a\r\n\r\n"),
    Trick(
      name: "chunked, identity",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
    Trick(
      name: "gzip, chunked",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    Trick(
      name: "an unknown coding",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"
    ),
    Trick(
      name: "chunked twice",
      bytes:
        "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    Trick(
      name: "chunked in HTTP/1.0",
      bytes: "POST /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Trick(name: "no Host", bytes: "GET /x HTTP/1.1\r\n\r\n"),
    Trick(name: "two Hosts", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    Trick(name: "a Host with a path", bytes: "GET /x HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    Trick(name: "a Host with credentials", bytes: "GET /x HTTP/1.1\r\nHost: a@b\r\n\r\n"),
    Trick(name: "absolute-form target", bytes: "GET http://evil/x HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "authority-form target", bytes: "GET evil:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "space in the target", bytes: "GET /x y HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "fragment in the target", bytes: "GET /x#y HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "backslash in the target", bytes: "GET /x\\y HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "byte above ASCII in the target", bytes: "GET /é HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "NUL in the target", bytes: "GET /x\0y HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "control character in the target", bytes: "GET /x\u{7f} HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "unknown method", bytes: "BREW /x HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
    Trick(name: "CONNECT", bytes: "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
    Trick(name: "an unknown method", bytes: "BREW /x HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
    Trick(name: "a method in lower case", bytes: "get /x HTTP/1.1\r\nHost: a\r\n\r\n", status: 501),
    Trick(name: "the preface of HTTP/2", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 505),
    Trick(name: "HTTP/0.9", bytes: "GET /x\r\n\r\n"),
    Trick(name: "no target", bytes: "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
    Trick(name: "no colon in a header line", bytes: "GET /x HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n"),
    Trick(name: "an empty header name", bytes: "GET /x HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
    Trick(
      name: "a head longer than the connection's memory",
      bytes: "GET /x HTTP/1.1\r\nHost: a\r\nX-A: " + String(repeating: "a", count: 70_000) + "\r\n\r\n",
      status: 431),
    Trick(
      name: "a chunk size that is no number",
      bytes: "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"),
  ]

  @Test("refuses and closes, and nothing reaches the responder (issue 2, bad input)", arguments: tricks)
  func refuses(_ trick: Trick) async throws {
    let asked = Counter()
    try await withServer(responder: { request in
      asked.add()
      return await echo(request)
    }) { _, port in
      let client = try RawClient(port: port)
      client.send(trick.bytes)
      #expect(client.answer()?.status == trick.status)
      #expect(client.isClosedByServer())
    }
    #expect(asked.count == 0)
  }
}
