import Accounts
import BramleyCrypto
import BramleyHTTP
import Foundation
import Synchronization
import Testing

@testable import BramleyMail

/// A folder that goes with the test, and programs in it.
private final class Folder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func program(_ script: String) throws -> String {
    let file = path + "/program"
    try "#!/bin/sh\n\(script)\n".write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  func text(_ name: String) -> String {
    (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
  }
}

// The shell is what is started: a file that was just written cannot be, while any other test of the process has
// forked and still holds it open.
@Suite("Text messages by a command", .serialized)
struct TextCommandTests {
  private static let text = TelephoneText(
    id: MessageID(text: "00112233445566778899aabbccddeeff"), number: "+12025550123",
    text: "123456 is your code for \"App\"; $(touch x) `id`")

  private func send(_ script: String, in folder: Folder, deadline: Duration = .seconds(10)) async throws
    -> DeliveryOutcome
  {
    try await TextCommand(
      ["/bin/sh", folder.program(script), folder.path, "$HOME"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "BRAMLEY_KEYS_SEALING": "secret"],
      deadline: deadline
    ).send(Self.text)
  }

  @Test(
    "65 refuses for good, anything else but 0 is tried again",
    arguments: [
      ("exit 0", .sent), ("exit 65", .refused("command 65")), ("exit 1", .failed("command 1")),
      ("exit 75", .failed("command 75")), ("kill -9 $$", .failed("command signal 9")),
    ] as [(String, DeliveryOutcome)])
  func status(script: String, outcome: DeliveryOutcome) async throws {
    #expect(try await send(script, in: Folder()) == outcome)
  }

  @Test("a program that is not there is tried again, since an operator can repair it")
  func missing() async throws {
    let outcome = await TextCommand(["/nowhere/at/all"], environment: [:]).send(Self.text)
    #expect(outcome == .failed("command not started, errno \(ENOENT)"))
  }

  @Test("at the deadline it is killed with all that it started", .timeLimit(.minutes(2)))
  func deadline() async throws {
    let folder = try Folder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    async let end: Void = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // The pipe ends when the last process that writes to it has.
        let descriptor = open(pipe, O_RDONLY)
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) > 0 {}
        close(descriptor)
        continuation.resume()
      }
    }
    let outcome = try await send(
      "(sleep 3600; sleep 3600) > $1/pipe & wait", in: folder, deadline: .seconds(2))
    #expect(outcome == .failed("command timed out"))
    await end
  }

  @Test("number and text come as JSON on standard input; no shell reads anything, no secret is passed on")
  func input() async throws {
    let folder = try Folder()
    let outcome = try await send(
      "cat > $1/input; env > $1/environment; ls /proc/self/fd > $1/descriptors; echo \"$2\" > $1/argument",
      in: folder)
    #expect(outcome == .sent)
    let members = try JSONDecoder().decode([String: String].self, from: Data(folder.text("input").utf8))
    #expect(members == ["id": Self.text.id.text, "to": Self.text.number, "text": Self.text.text])
    #expect(!folder.text("environment").contains("BRAMLEY"))
    #expect(folder.text("environment").contains("LANG=C.UTF-8"))
    #expect(folder.text("argument") == "$HOME\n")
    // 0, 1 (the file) and 2, and the folder that `ls` reads.
    let descriptors = folder.text("descriptors").split(separator: "\n").compactMap { Int($0) }
    #expect(descriptors.allSatisfy { $0 <= 3 }, "\(descriptors)")
  }
}

@Suite("Text messages by a webhook")
struct TextWebhookTests {
  private final class Line: HTTPSending {
    let answer: Result<OutgoingResponse, HTTPClientError>
    let requests = Mutex<[OutgoingRequest]>([])
    init(_ answer: Result<OutgoingResponse, HTTPClientError>) { self.answer = answer }
    func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
      requests.withLock { $0.append(request) }
      return try answer.get()
    }
  }

  private struct Clock: TimeSource { func now() -> Timestamp { Timestamp(seconds: 1_800_000_000) } }

  private static let secret = Secret(utf8: String(repeating: "k", count: 32))
  private static let text = TelephoneText(
    id: MessageID(text: "00112233445566778899aabbccddeeff"), number: "+12025550123", text: "123456")

  private func send(_ line: Line) async throws -> DeliveryOutcome {
    try await TextWebhook(
      url: "https://texts.example/send", secret: Self.secret, http: line, time: Clock()
    ).send(Self.text)
  }

  @Test("a secret of fewer than 32 bytes is refused")
  func weakSecret() {
    #expect(throws: CryptoError.self) {
      _ = try TextWebhook(
        url: "https://texts.example", secret: Secret(utf8: "short"),
        http: Line(.success(OutgoingResponse(status: 200))), time: Clock())
    }
  }

  @Test(
    "2xx is sent, 4xx refuses for good, the rest is tried again",
    arguments: [
      (200, .sent), (202, .sent), (400, .refused("webhook 400")), (404, .refused("webhook 404")),
      (408, .failed("webhook 408")), (301, .failed("webhook 301")),
      (429, .failed("webhook 429", retryAfter: .seconds(7))),
      (503, .failed("webhook 503", retryAfter: .seconds(7))),
    ] as [(Int, DeliveryOutcome)])
  func statuses(status: Int, outcome: DeliveryOutcome) async throws {
    let headers: HTTPFields = status == 429 || status == 503 ? ["retry-after": "7"] : [:]
    #expect(try await send(Line(.success(OutgoingResponse(status: status, headers: headers)))) == outcome)
  }

  @Test("nobody answers: tried again")
  func unreachable() async throws {
    #expect(try await send(Line(.failure(HTTPClientError(.timedOut, "x")))) == .failed("webhook timed-out"))
  }

  @Test("the body is signed with its time, and carries what makes a repeat the same message")
  func signature() async throws {
    let line = Line(.success(OutgoingResponse(status: 200)))
    _ = try await send(line)
    let request = try #require(line.requests.withLock { $0.first })
    #expect(request.method == .post)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"id":"00112233445566778899aabbccddeeff","text":"123456","to":"+12025550123"}"#)
    let code = try HMACKey(Self.secret).authenticationCode(
      for: Array("1800000000.".utf8) + request.body)
    #expect(request.headers["x-bramley-signature"] == "t=1800000000,v1=" + Hex.encode(code))
    #expect(request.headers["idempotency-key"] == Self.text.id.text)
    #expect(request.headers["content-type"] == "application/json")
  }
}
