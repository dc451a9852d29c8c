import Accounts
import Foundation
import Testing

@testable import bramley

@Suite("Import and export of accounts")
struct AccountImportTests {
  @Test(
    "a row that cannot be an account is left out with its line and a stable code: FR-59",
    arguments: [
      ("{}", "MISSING_LOCAL_ID"), (#"{"localId":"a\u0001"}"#, "INVALID_LOCAL_ID"),
      (#"{"localId":"a","email":"no address"}"#, "INVALID_EMAIL"),
      (#"{"localId":"a","phoneNumber":"12"}"#, "INVALID_PHONE_NUMBER"),
      (#"{"localId":"a","customAttributes":"[]"}"#, "INVALID_CLAIMS"),
      (#"{"localId":"a","customAttributes":"{\"sub\":1}"}"#, "INVALID_CLAIMS"),
      (#"{"localId":"a","providerUserInfo":[{"providerId":"google.com"}]}"#, "MISSING_RAW_ID"),
      (#"{"localId":"a","passwordHash":"AAAA"}"#, "MISSING_HASH_ALGORITHM"),
      (#"{"localId":"a","bramley":{"passwordHash":"$9$x"}}"#, "INVALID_PASSWORD_HASH"),
      (#"{"localId":"a","createdAt":"-9223372036854775808"}"#, "INVALID_TIME"),
      (#"{"localId":"a","lastSignedInAt":9223372036854775807}"#, "INVALID_TIME"),
      (#"{"localId":"a","bramley":{"deletesAt":-1}}"#, "INVALID_TIME"),
      (
        #"{"localId":"a","bramley":{"identities":[{"provider":"apple.com","issuer":"i","subject":""}]}}"#,
        "MISSING_RAW_ID"
      ),
      (#"{"localId":7}"#, "MALFORMED_ROW"), (#"{"localId":"a","createdAt":"soon"}"#, "MALFORMED_ROW"),
      ("7", "MALFORMED_ROW"), ("null", "MALFORMED_ROW"), (#"{"localId" "a"}"#, "MALFORMED_ROW"),
    ])
  func refused(element: String, code: String) async throws {
    let world = try ImportWorld()
    let path = try world.file("users.json", "{\"users\": [\n\(element),\n{\"localId\":\"good\"}\n]}")
    let work = try await world.run(path)
    #expect(work.failures.map(\.code) == [code])
    #expect(work.failures.first?.line == 2)
    #expect(work.counts == AccountImport.Counts(read: 2, imported: 1, present: 0, leftOut: 1))
    #expect(try await world.all().map(\.id.text) == ["good"])
  }

  @Test("an Apple identity without a team is left out: R22")
  func team() async throws {
    let world = try ImportWorld(team: "")
    let path = try world.file(
      "users.json", #"[{"localId":"a","providerUserInfo":[{"providerId":"apple.com","rawId":"0.1"}]}]"#)
    #expect(try await world.run(path).failures.map(\.code) == ["MISSING_APPLE_TEAM"])
  }

  @Test(
    "a file that is broken or cut says where, and what came before is imported: FR-59",
    arguments: [
      ("", 1), ("no json", 1), ("é", 1), ("\u{FEFF}", 1), ("{\"accounts\": []}", 1),
      ("{\"users\": [\n{\"localId\":\"a\"}", 2),
      ("{\"users\": [\n{\"localId\":\"a\"},\n{\"localId\":\"b", 3),
    ])
  func broken(text: String, line: Int) async throws {
    let world = try ImportWorld()
    let path = try world.file("users.json", text)
    do {
      try await world.run(path)
      Issue.record("a broken file was taken")
    } catch let error as ImportFileError {
      #expect(error.line == line)
    }
    #expect(try await world.all().map(\.id.text) == (text.contains("\"a\"") ? ["a"] : []))
  }

  @Test("who takes another account's address, number or identity is left out")
  func conflicts() async throws {
    let world = try ImportWorld()
    let path = try world.file(
      "users.json",
      """
      [{"localId":"a","email":"A@example.com","phoneNumber":"+4912","providerUserInfo":[
        {"providerId":"google.com","rawId":"g"}]},
       {"localId":"b","email":"a@example.com"},
       {"localId":"c","phoneNumber":"+4912"},
       {"localId":"d","providerUserInfo":[{"providerId":"google.com","rawId":"g"}]},
       {"localId":"a","email":"other@example.com"}]
      """)
    let codes = ["EMAIL_EXISTS", "PHONE_NUMBER_EXISTS", "RAW_ID_EXISTS", "ACCOUNT_EXISTS"]
    let trial = try await world.run(path, isDryRun: true)
    #expect(trial.failures.map(\.code) == codes && trial.failures.map(\.line) == [3, 4, 5, 6])
    #expect(try await world.all().isEmpty)
    let work = try await world.run(path)
    #expect(work.failures.map(\.code) == codes && work.failures.map(\.line) == [3, 4, 5, 6])
    #expect(try await world.all().count == 1)
  }

  @Test("an import that is begun again leaves what is there, and overwrites when told")
  func again() async throws {
    let world = try ImportWorld(sqlite: true)
    let path = try world.file("users.json", #"[{"localId":"a","email":"a@example.com","displayName":"New"}]"#)
    #expect(try await world.run(path).counts.imported == 1)
    var update = AdministrativeUpdate()
    update.displayName = .set("Kept")
    _ = try await world.accounts.administer(try #require(Account.ID("a")), update)
    let second = try await world.run(path)
    #expect(second.counts == AccountImport.Counts(read: 1, imported: 0, present: 1, leftOut: 0))
    #expect(try await world.all().map(\.displayName) == ["Kept"])
    #expect(try await world.run(path, overwrites: true).counts.imported == 1)
    #expect(try await world.all().map(\.displayName) == ["New"])
  }

  @Test(
    "everything that an account has comes back the same, password hash included: FR-58",
    arguments: ["json", "csv"])
  func roundTrip(format: String) async throws {
    let world = try ImportWorld(sqlite: true)
    let accounts = try ["one", "two", "three"].map { try Self.fullAccount($0) }
    #expect(
      try await world.accounts.importAccounts(
        accounts.map { ImportedAccount(account: $0) }, overwrites: false) == [])
    let before = try await world.all()
    let path = try await world.export("out." + format)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let other = try ImportWorld(sqlite: true)
    let work = try await other.run(path)
    #expect(work.failures.isEmpty && work.counts.imported == 3)
    #expect(try await other.all() == before)
  }

  /// An account with something in every member, and a name that breaks careless CSV.
  private static func fullAccount(_ name: String) throws -> Account {
    var account = Account(
      id: try #require(Account.ID(name)), createdAt: Timestamp(milliseconds: 1_700_000_000_123))
    account.lastLoginAt = Timestamp(milliseconds: 1_700_000_001_456)
    account.email = name + "@example.com"
    account.isEmailVerified = true
    account.initialEmail = "old@example.com"
    account.displayName = "\"Line\r\nbreak\", comma, 名前 \(name)\n"
    account.photoURL = "https://example.com/a,b.png"
    account.phoneNumber = "+49\(name.utf8.count)\(name.utf8.first ?? 0)"
    account.passwordHash =
      "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    account.passwordUpdatedAt = Timestamp(milliseconds: 1_700_000_002_000)
    account.validSince = Timestamp(seconds: 1_700_000_003)
    account.isDisabled = true
    account.hasEmailLinkSignIn = true
    account.customAttributes = #"{"role":"a \"b\", c"}"#
    account.extras = ["language": "fa", "mfaInfo": "[]"]
    account.appleAuthorizedAt = Timestamp(milliseconds: 1_700_000_004_000)
    var apple = Identity(
      key: Identity.Key(
        provider: .apple, issuer: "https://appleid.apple.com", team: "OTHER", subject: "0.\(name)"))
    apple.email = name + "@privaterelay.appleid.com"
    apple.isEmailVerified = true
    apple.isPrivateEmail = true
    apple.firstClientID = "com.example.app"
    apple.realUserStatus = 2
    apple.firstAuthorizedAt = Timestamp(milliseconds: 1_600_000_000_000)
    account.upsert(apple)
    var github = Identity(
      key: Identity.Key(provider: ProviderID(rawValue: "github.com"), issuer: "github.com", subject: name))
    github.isProven = false
    github.screenName = "hub"
    account.upsert(github)
    return account
  }

  @Test("every one of 1 196 rows is accounted for, over several batches: FR-59", arguments: ["json", "csv"])
  func counts(format: String) async throws {
    let world = try ImportWorld()
    let rows = (0..<1196).map { number in
      format == "json"
        ? #"{"localId":"u\#(number)","email":"u\#(number)@example.com"}"#
        : "u\(number),u\(number)@example.com,false" + String(repeating: ",", count: 26)
    }
    let text =
      format == "json"
      ? "{\"users\":[" + rows.joined(separator: ",\n") + "]}" : rows.joined(separator: "\r\n")
    let work = try await world.run(try world.file("users." + format, text))
    #expect(work.counts == AccountImport.Counts(read: 1196, imported: 1196, present: 0, leftOut: 0))
    #expect(try await world.accounts.count() == 1196)
  }

  @Test("an export never replaces a file")
  func existing() async throws {
    let world = try ImportWorld()
    let path = try world.file("out.json", "mine")
    await #expect(throws: PrivateFile.Failure.self) { _ = try await world.export("out.json") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
