import Accounts
import Testing

@testable import bramley

@Suite("Files of firebase auth:export")
struct FirebaseFileTests {
  /// A row as Firebase's tool writes one: no marks around what holds marks, a comma at the end.
  private func row(_ id: String, name: String = "", claims: String = "", disabled: String = "false") -> String
  {
    "\(id),\(id)@example.com,true,,,\(name),," + "g-\(id),,Google Name,," + ",,,,,,,,,,,,"
      + "1508893925000,1508893926000,,\(disabled),\(claims),"
  }

  @Test("CSV: columns, quoted claims, providers")
  func columns() async throws {
    let world = try ImportWorld()
    let text = row("a", name: "\"Doe, Ann\"", claims: "\"{\"\"admin\"\":true}\"", disabled: "true") + "\n"
    let work = try await world.run(try world.file("users.csv", text))
    #expect(work.failures.isEmpty)
    let account = try #require(try await world.all().first)
    #expect(account.displayName == "Doe, Ann" && account.customAttributes == #"{"admin":true}"#)
    #expect(account.isDisabled && account.isEmailVerified && account.email == "a@example.com")
    #expect(account.createdAt.milliseconds == 1_508_893_925_000)
    #expect(account.lastLoginAt?.milliseconds == 1_508_893_926_000)
    #expect(
      account.identities.map(\.subject) == ["g-a"] && account.identities.first?.displayName == "Google Name")
  }

  @Test("CSV: a line break that Firebase did not quote costs its own row and no other: FR-58, FR-59")
  func brokenName() async throws {
    let world = try ImportWorld()
    let text = [row("a"), row("b", name: "Two\nLines"), row("c"), row("d", name: "\"never closed"), row("e")]
      .joined(separator: "\n")
    let work = try await world.run(try world.file("users.csv", text))
    #expect(work.failures.map(\.line) == [2, 3, 5] && Set(work.failures.map(\.code)) == ["MALFORMED_ROW"])
    #expect(work.counts == AccountImport.Counts(read: 6, imported: 3, present: 0, leftOut: 3))
    #expect(try await world.all().map(\.id.text) == ["a", "c", "e"])
  }

  @Test(
    "JSON: what follows the list is not passed over in silence, and what stands before it is imported: FR-59",
    arguments: [
      (#"{"users":[{"localId":"a"}]}{"users":[{"localId":"b"}]}"#, "line 1: Something follows the export"),
      (#"[{"localId":"a"}],[{"localId":"b"}]"#, "line 1: Something follows the export"),
      (
        "{\"users\":[{\"localId\":\"a\"}],\n\"users\":[{\"localId\":\"b\"}]}",
        "line 2: The file has a second list"
      ),
      (#"{"users":[{"localId":"a"}]"#, "line 1: The file ends before its last bracket"),
    ])
  func leftover(text: String, problem: String) async throws {
    let world = try ImportWorld()
    await #expect {
      _ = try await world.run(try world.file("users.json", text))
    } throws: { "\($0)".hasPrefix(problem) }
    #expect(try await world.all().map(\.id.text) == ["a"])
  }

  @Test("JSON: members and blanks behind the list are no fault")
  func around() async throws {
    let world = try ImportWorld()
    let work = try await world.run(
      try world.file("users.json", "{\"users\":[{\"localId\":\"a\"}],\"more\":{\"x\":[1]}}\n \n"))
    #expect(work.counts == AccountImport.Counts(read: 1, imported: 1, present: 0, leftOut: 0))
  }

  @Test("JSON: Firebase's own spellings, times as text, base64 of the common alphabet")
  func json() async throws {
    let world = try ImportWorld()
    let hash = "Fr+/A+ZIEJgQzMSUtQ0pfg=="
    let path = try world.file(
      "users.json",
      """
      {"kind": "x", "meta": {"users": [1, "]"]}, "users": [{
        "localId": "a", "email": "a@example.com", "emailVerified": true, "passwordHash": "\(hash)",
        "salt": "c2FsdA==", "lastSignedInAt": "1508893926000", "createdAt": 1508893925000,
        "displayName": "brackets ]} and \\\\\\" marks",
        "providerUserInfo": [{"providerId": "google.com", "rawId": "g", "photoUrl": "https://example.com"}]
      }]}
      """)
    var parameters = ImportedHashRule.Parameters()
    parameters.algorithm = "MD5"
    parameters.rounds = 0
    var work = AccountImport(
      world.accounts, overwrites: false, isDryRun: false, report: { _ in }, progress: { _ in })
    try await work.run(
      JSONImportSource(try InputFile(path), world.accounts, try ImportedHashRule(parameters)))
    #expect(work.failures.isEmpty)
    let account = try #require(try await world.all().first)
    #expect(account.passwordHash?.hasPrefix("$import$md5$i=0,o=any$c2FsdA$") == true)
    #expect(account.lastLoginAt?.milliseconds == 1_508_893_926_000)
    #expect(account.displayName == "brackets ]} and \\\" marks")
    #expect(account.identities.first?.photoURL == "https://example.com")
  }
}
