import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import BramleySQLite
import Testing
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#endif

@Suite("What stays over a restart")
struct PersistenceTests {
  private func mode(of path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("people, grants, tokens, codes, settings, relay addresses, the demo key: everything but faults")
  func restart() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await Harness { $0.storage = .directory(path) }
      let token = try #require(
        try await before.tokens(["user": "maria@example.com", "hideEmail": "on"]).refresh_token)
      let code = try #require(try await before.signIn()["code"])
      let pem = before.emulator.demoCredentials?.privateKey
      _ = await before.control(.post, "/users", #"{"email":"new@example.com"}"#)
      _ = await before.control(.patch, "/settings", #"{"token_lifetime":601}"#)
      let relay = await before.control(.get, "/mailboxes").text
      await before.emulator.stop()

      let after = try await Harness { $0.storage = .directory(path) }
      #expect(after.emulator.demoCredentials?.privateKey == pem)
      #expect(try await after.refresh(token).status == 200)
      #expect(try await after.exchange(code: code).status == 200)
      #expect(try await after.exchange(code: code).errorCode == "invalid_grant")
      #expect(await after.control(.get, "/users").text.contains("new@example.com"))
      #expect(await after.control(.get, "/settings").text.contains("\"token_lifetime\":601"))
      #expect(await after.control(.get, "/mailboxes").text == relay)
      #expect(try await after.signIn()["user"] == nil)
      _ = await after.control(.delete, "/state")
      await after.emulator.stop()

      let last = try await Harness { $0.storage = .directory(path) }
      #expect(try await last.refresh(token).errorCode == "invalid_grant")
      #expect(last.emulator.demoCredentials?.privateKey == pem)
      await last.emulator.stop()
    }
  }

  @Test("the service's keys, so that old tokens stay good; the file is for its owner alone")
  func signingKeys() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await Harness {
        $0.storage = .directory(path)
        $0.signingKeys = nil
      }
      let token = try await before.native().identity_token
      await before.emulator.keySetCompletion()
      await before.emulator.stop()
      let after = try await Harness {
        $0.storage = .directory(path)
        $0.signingKeys = nil
      }
      _ = try await after.claims(token)
      _ = try await after.claims(try await after.native().identity_token)
      await after.emulator.stop()
      #expect(mode(of: path + "/apple-emulator.sqlite") == 0o600)
    }
  }

  @Test("the revocation of the demo key, too, until everything starts afresh")
  func revokedDemoKey() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await Harness { $0.storage = .directory(path) }
      #expect(await before.control(.delete, "/keys/DEMOKEY001").status == 204)
      await before.emulator.stop()
      let after = try await Harness { $0.storage = .directory(path) }
      #expect(try await after.exchange(code: "c").errorCode == "invalid_client")
      #expect(try await after.lastReason().contains("revoked"))
      _ = await after.control(.delete, "/state")
      #expect(try await after.exchange(code: "c").errorCode == "invalid_grant")
      await after.emulator.stop()
    }
  }

  @Test("the rows of a file of the first version")
  func firstVersion() async throws {
    try await TemporaryDirectory.with { path in
      let old = Migrator([
        Migration(
          number: 1,
          sql: """
            CREATE TABLE records(
              kind TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, expires INTEGER,
              PRIMARY KEY(kind, key)) WITHOUT ROWID;
            CREATE TABLE signing_keys(key TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
            INSERT INTO records(kind, key, body) VALUES('settings', 'settings', '{"token_lifetime":601}');
            """, tables: ["records", "signing_keys"])
      ])
      try Database(path: path + "/apple-emulator.sqlite", migrator: old).stop()
      let apple = try await Harness { $0.storage = .directory(path) }
      #expect(await apple.control(.get, "/settings").text.contains("\"token_lifetime\":601"))
      #expect(try await apple.tokens().refresh_token != nil)
      await apple.emulator.stop()
    }
  }

  @Test("nothing of before a return to the start, even when the emulator is killed right after it")
  func startOver() async throws {
    try await TemporaryDirectory.with { path in
      let before = try await Harness { $0.storage = .directory(path) }
      var tokens: [String] = []
      for _ in 0..<20 { tokens.append(try #require(try await before.tokens().refresh_token)) }
      let code = try #require(try await before.signIn()["code"])
      _ = await before.control(.delete, "/state")
      // Read from a copy while the first one still runs, as after `kill -9`: what was answered is in the files.
      let copy = try TemporaryDirectory.copyAsKilled(path)
      let after = try await Harness { $0.storage = .directory(copy) }
      for token in tokens { #expect(try await after.refresh(token).errorCode == "invalid_grant") }
      #expect(try await after.exchange(code: code).errorCode == "invalid_grant")
      #expect(try await after.signIn()["user"] != nil)
      await after.emulator.stop()
      await before.emulator.stop()
    }
  }

  @Test("nothing of two emulators in one directory: the second is refused and changes nothing")
  func oneEach() async throws {
    try await TemporaryDirectory.with { path in
      let first = try await Harness { $0.storage = .directory(path) }
      let error = await #expect(throws: EmulatorError.self) {
        _ = try await Harness { $0.storage = .directory(path) }
      }
      #expect(error?.code == .unusableStore)
      #expect(error?.description.contains("Another emulator") == true)
      let token = try #require(try await first.tokens().refresh_token)
      await first.emulator.stop()
      let next = try await Harness { $0.storage = .directory(path) }
      #expect(try await next.refresh(token).status == 200)
      await next.emulator.stop()
    }
  }

  @Test("nothing where it cannot be kept: the error names the file")
  func unusable() async throws {
    let error = await #expect(throws: EmulatorError.self) {
      _ = try await Harness { $0.storage = .directory("/nowhere/at/all") }
    }
    #expect(error?.code == .unusableStore)
    #expect(error?.description.contains("/nowhere/at/all") == true)
  }

  @Test("a key file that is none is refused with its reason", arguments: ["", "{}", #"{"keys":[]}"#, "[1"])
  func keyFile(_ text: String) async throws {
    let error = await #expect(throws: EmulatorError.self) {
      _ = try await Harness { $0.signingKeys = Secret(utf8: text) }
    }
    #expect(error?.code == .unusableSigningKeys)
  }

  @Test("the local authority, which a client that trusts it alone can talk to by Apple's name")
  func authority() async throws {
    try await TemporaryDirectory.with { path in
      let now = Date()
      let authority = try LocalAuthority(directory: path, now: now)
      let kept = try LocalAuthority(directory: path, now: now)
      #expect(authority.certificateFile == kept.certificateFile)
      #expect(mode(of: path + "/apple-emulator-authority.key") == 0o600)
      let apple = try await Harness { $0.scheme = "https" }
      var listening = HTTPServer.Configuration(addresses: [.tcp("127.0.0.1", port: 0)])
      listening.tls = try kept.makeIdentity(now: now)
      let server = HTTPServer(listening, responder: apple.emulator.responder)
      try server.start()
      let port = try #require(server.port)
      var outgoing = HTTPClient.Configuration.development
      outgoing.certificateAuthorityFile = authority.certificateFile
      outgoing.fixedAddresses = ["appleid.apple.com:\(port):127.0.0.1"]
      let client = try HTTPClient(outgoing)
      let answer = try await client.send(
        .get("https://appleid.apple.com:\(port)/.well-known/openid-configuration"))
      #expect(answer.status == 200)
      #expect(
        String(decoding: answer.body, as: UTF8.self)
          .contains("https://appleid.apple.com:\(port)/auth/token"))
      let stranger = try HTTPClient(.development)
      await #expect(throws: HTTPClientError(.tls, "")) {
        _ = try await stranger.send(.get("https://127.0.0.1:\(port)/auth/keys"))
      }
      client.close()
      stranger.close()
      await server.stop()
    }
  }
}
