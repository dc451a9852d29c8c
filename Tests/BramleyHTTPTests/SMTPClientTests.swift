import BramleyCrypto
import Testing

@testable import BramleyHTTP

@Suite("SMTP client")
struct SMTPClientTests {
  private func client(
    _ server: ScriptedMailServer, requiresTLS: Bool = false, login: Bool = false,
    _ adjust: (inout SMTPClient.Configuration) -> Void = { _ in }
  ) -> SMTPClient {
    var configuration = SMTPClient.Configuration()
    configuration.timeout = .seconds(5)
    configuration.name = "id.example"
    adjust(&configuration)
    return SMTPClient(
      MailServer(
        host: "127.0.0.1", port: server.port, user: login ? "user" : nil,
        password: login ? Secret(utf8: "geheim") : nil, requiresTLS: requiresTLS), configuration)
  }

  private func envelope(_ recipient: String = "ann@example.com", text: String = "Hello\r\n") -> MailEnvelope {
    MailEnvelope(
      sender: "noreply@example.com", recipient: recipient, message: Array("Subject: x\r\n\r\n\(text)".utf8))
  }

  private func failure(_ script: ScriptedMailServer.Script) async throws -> SMTPError? {
    let server = try ScriptedMailServer(script)
    do throws(SMTPError) {
      try await client(server).send(envelope())
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a refusal is told with the step that it belongs to, and only the recipient's side bounces",
    arguments: [
      (["GREETING": "421 4.7.0 Too busy"], "greeting 421 4.7.0", false),
      (["GREETING": "554 5.7.1 Not you"], "greeting 554 5.7.1", false),
      (["MAIL": "553 5.7.1 Sender refused"], "sender 553 5.7.1", false),
      (["MAIL": "452 4.3.1 Full"], "sender 452 4.3.1", false),
      (["RCPT": "550 5.1.1 <ann@example.com> unknown"], "recipient 550 5.1.1", true),
      (["RCPT": "450 4.2.0 Greylisted"], "recipient 450 4.2.0", false),
      (["RCPT": "550 no status"], "recipient 550", true),
      (["DATA": "554 5.6.0 No"], "message 554 5.6.0", true),
      (["CONTENT": "554 5.7.1 Looks like spam"], "message 554 5.7.1", true),
      (["CONTENT": "451 4.3.0 Later"], "message 451 4.3.0", false),
      (["CONTENT": "DROP"], "message", false), (["RCPT": "DROP"], "recipient", false),
      (["GREETING": "DROP"], "connection", false), (["GREETING": "nonsense"], "connection", false),
    ] as [(ScriptedMailServer.Script, String, Bool)])
  func refusals(script: ScriptedMailServer.Script, text: String, isBounce: Bool) async throws {
    let error = try #require(try await failure(script))
    #expect(error.description == text)
    #expect(error.isBounce == isBounce)
    #expect(!"\(error) \(error.cause)".contains("ann@example.com"))
  }

  @Test(
    "a server that says nothing costs no more than the deadline, and nothing counts as refused",
    .timeLimit(.minutes(2)), arguments: ["GREETING", "EHLO", "MAIL", "RCPT", "DATA", "CONTENT"])
  func slow(word: String) async throws {
    // It would be silent for ever: the deadline alone ends this.
    let server = try ScriptedMailServer([word: ""])
    do throws(SMTPError) {
      try await client(server) { $0.timeout = .milliseconds(300) }.send(envelope())
      Issue.record("it was taken")
    } catch {
      #expect(error.reply == nil)
      #expect(!error.isBounce)
    }
  }

  @Test("a server that does not say goodbye has taken the message all the same", .timeLimit(.minutes(2)))
  func noGoodbye() async throws {
    let server = try ScriptedMailServer(["QUIT": ""])
    try await client(server) { $0.timeout = .seconds(2) }.send(envelope())
    let end = Array(server.lines.drop { $0 != "Subject: x" })
    #expect(end == ["Subject: x", "", "Hello", ".", "QUIT"], "whole, once, and it was told that this is all")
  }

  @Test("nobody at the address: a failure to connect, not a bounce")
  func nobody() async throws {
    let server = MailServer(host: "127.0.0.1", port: 1)
    await #expect(throws: SMTPError(.connection)) { try await SMTPClient(server).send(envelope()) }
  }

  @Test("where TLS is required and not offered, neither login nor mail goes out")
  func tlsRequired() async throws {
    let server = try ScriptedMailServer()
    await #expect(throws: SMTPError(.tls)) {
      try await client(server, requiresTLS: true, login: true).send(envelope())
    }
    #expect(server.lines.allSatisfy { $0.hasPrefix("EHLO") || $0 == "QUIT" })
  }

  @Test("a refused login is a fault of the set-up, not a bounce")
  func login() async throws {
    let server = try ScriptedMailServer([
      "EHLO": "250-mail.example\r\n250 AUTH PLAIN", "AUTH": "535 5.7.8 Wrong",
    ])
    do throws(SMTPError) {
      try await client(server, login: true).send(envelope())
      Issue.record("it was taken")
    } catch {
      #expect(error.step == .login)
      #expect(!error.isBounce)
      #expect(!"\(error) \(error.cause)".contains("geheim"))
    }
  }

  @Test(
    "an address that could leave its place in the dialogue is not sent at all",
    arguments: [
      "ann@example.com>\r\nRCPT TO:<bob@example.com", "ann@example.com\r\nDATA", "ann @example.com", "ann",
      "jörg@example.com", "",
    ])
  func injection(recipient: String) async throws {
    let server = try ScriptedMailServer()
    await #expect(throws: SMTPError(.envelope)) { try await client(server).send(envelope(recipient)) }
    #expect(server.lines.isEmpty)
  }

  @Test("a cancelled task does not wait for a silent server", .timeLimit(.minutes(2)))
  func cancelled() async throws {
    let server = try ScriptedMailServer(["EHLO": ""])
    let sender = client(server) { $0.timeout = .seconds(3600) }
    let task = Task {
      do throws(SMTPError) {
        try await sender.send(envelope())
        return true
      } catch {
        return false
      }
    }
    // Its greeting has come: it is in the middle of the dialogue.
    await server.beginning()
    task.cancel()
    #expect(await task.value == false)
  }

  @Test("more messages than allowed at once are refused, not queued")
  func busy() async throws {
    let server = try ScriptedMailServer(["GREETING": ""])
    let sender = client(server) {
      $0.timeout = .milliseconds(500)
      $0.concurrencyLimit = 1
    }
    let errors = await withTaskGroup(of: SMTPError.Step?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          do throws(SMTPError) {
            try await sender.send(envelope())
            return nil
          } catch {
            return error.step
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(errors) == [.busy, .greeting] || Set(errors) == [.busy, .connection])
  }

  @Test("a message arrives whole, also lines that begin with a dot")
  func arrives() async throws {
    let server = try ScriptedMailServer()
    try await client(server).send(envelope(text: "one\r\n.two\r\n.\r\nthree\r\n"))
    #expect(server.lines.first == "EHLO id.example")
    #expect(server.lines.contains { $0.hasPrefix("MAIL FROM:<noreply@example.com>") })
    #expect(server.lines.contains("RCPT TO:<ann@example.com>"))
    let content = Array(server.lines.drop { $0 != "Subject: x" }.prefix { $0 != "." })
    #expect(content == ["Subject: x", "", "one", "..two", "..", "three"])
  }

  @Test("a check greets, and sends nothing")
  func probe() async throws {
    let server = try ScriptedMailServer()
    try await client(server).probe()
    #expect(server.lines == ["EHLO id.example", "NOOP", "QUIT"])
  }

  @Test(
    "what is no server's address is refused",
    arguments: [
      "", "mail.example.com", "http://mail.example.com", "smtp://", "smtp://user@mail.example.com",
      "smtp://:p@mail.example.com", "smtp://u:@mail.example.com", "smtp://u:p@mail.example.com:0",
      "smtp://u:p@mail.example.com:65536", "smtp://u:p@mail.example.com:x",
      "smtp://u:p@mail.example.com/path",
      "smtp://u%0d:p@mail.example.com", "smtp://mail example", "smtp://[::1", "smtp://[nonsense]",
      "smtp://u:%zz@mail.example.com",
    ])
  func wrongServer(text: String) { #expect(MailServer(parsing: Secret(utf8: text)) == nil) }

  @Test("a server's address is read with login, port and whether TLS is required")
  func server() throws {
    let full = try #require(MailServer(parsing: Secret(utf8: "smtp://me%40x:p%3Aw%2F@mail.example.com:25")))
    #expect(full.user == "me@x")
    #expect(full.password?.revealText() == "p:w/")
    #expect("\(full)" == "mail.example.com:25")
    #expect(full.requiresTLS && !full.beginsWithTLS)
    #expect(MailServer(parsing: Secret(utf8: "smtp://mail.example.com"))?.port == 587)
    let implicit = try #require(MailServer(parsing: Secret(utf8: "smtps://mail.example.com/")))
    #expect(implicit.port == 465 && implicit.beginsWithTLS)
    for local in ["smtp://localhost:25", "smtp://127.0.0.1", "smtp://[::1]:25"] {
      #expect(MailServer(parsing: Secret(utf8: local))?.requiresTLS == false, "\(local)")
    }
  }
}
