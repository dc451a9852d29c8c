import BramleyHTTP
import Testing

@Suite("Mutated requests")
struct MutationTests {
  /// Always the same sequence for the same seed, so that a failure can be repeated.
  struct Sequence: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test("survives requests with changed, lost, doubled and foreign bytes", arguments: 0..<8)
  func mutations(seed: UInt64) async throws {
    try await withServer(
      configure: {
        $0.absenceCheck = .milliseconds(1)
        // Makes the watch look often.
        $0.deliveryTimeout = .milliseconds(40)
      }, responder: echo
    ) { _, port in
      var random = Sequence(state: seed)
      let request = Array(
        ("POST /v1/accounts:signUp?key=a%20b HTTP/1.1\r\nHost: localhost:9099\r\nContent-Type: application/json\r\n"
          + "Transfer-Encoding: chunked\r\nX-Client-Version: a/1\r\n\r\n4\r\nabcd\r\n0\r\n\r\n").utf8)
      for _ in 0..<40 {
        var bytes = request
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: place)
          case 2: bytes.insert(bytes[place], at: place)
          default: bytes.insert([0, 9, 10, 13, 32, 58, 0xff][Int(random.next() % 7)], at: place)
          }
        }
        let client = try RawClient(port: port)
        client.send(bytes)
        client.finishSending()
        if let answer = client.answer() {
          #expect([200, 400, 413, 431, 501, 505].contains(answer.status))
        }
        #expect(client.isClosedByServer())
      }
      let client = try RawClient(port: port)
      client.send("GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.answer()?.status == 200)
    }
  }
}
