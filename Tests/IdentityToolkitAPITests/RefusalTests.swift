import InMemoryAccountStore
import Testing

@testable import IdentityToolkitAPI

@Suite("A refusal changes nothing")
struct RefusalTests {
  @Test("the store is as before after every refused request: R42")
  func nothingChanges() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    let other = await wire.own("/accounts", ["email": "other@example.com", "phoneNumber": "+12025550123"])
    let token = JSON.text(account.idToken)
    let forged = wire.apple.token(isForged: true)
    // One audit row for ten minutes of refused passwords, written behind the answer: it is there before we look.
    let wrong: JSON = ["email": "paula@example.com", "password": "x"]
    #expect(await wire.call("accounts:signInWithPassword", wrong).status == 400)
    while !wire.store.dump().contains(where: { $0.contains("rawValue: 29)") }) { await Task.yield() }
    let before = wire.store.dump()
    let refused: [(String, JSON)] = [
      ("accounts:signUp", ["email": "paula@example.com", "password": "correct horse"]),
      ("accounts:signUp", ["email": "new@example.com", "password": "12345"]),
      ("accounts:update", ["idToken": token, "email": "other@example.com"]),
      ("accounts:update", ["idToken": token, "password": "1"]),
      ("accounts:update", ["idToken": token, "displayName": "X", "customAttributes": "{}"]),
      ("accounts:update", ["oobCode": "x"]), ("accounts:delete", ["idToken": "x"]),
      ("accounts:signInWithPassword", ["email": "paula@example.com", "password": "x"]),
      ("accounts:signInWithCustomToken", ["token": "x"]),
      (
        "accounts:signInWithIdp",
        [
          "requestUri": "http://localhost",
          "postBody": .text("providerId=apple.com&id_token=\(forged)&nonce=\(TestWire.nonce)"),
        ]
      ),
      ("accounts:signInWithPhoneNumber", ["sessionInfo": "x", "code": "1"]),
      ("accounts:resetPassword", ["oobCode": "x", "newPassword": "battery staple"]),
    ]
    for (name, body) in refused {
      let answer = await wire.call(name, body)
      #expect(answer.status == 400, "\(name) \(answer)")
      #expect(wire.store.dump() == before, "\(name) changed something")
    }
    let owner: [(String, JSON)] = [
      ("/accounts", ["email": "Other@example.com"]), ("/accounts", ["localId": .text(other.localID)]),
      ("/accounts:update", ["localId": .text(account.localID), "phoneNumber": "+12025550123"]),
      ("/accounts:update", ["localId": .text(account.localID), "customAttributes": "x", "displayName": "X"]),
      ("/accounts:batchCreate", ["users": [["localId": "a"], ["localId": "a"]]]),
    ]
    for (name, body) in owner {
      let answer = await wire.own(name, body)
      #expect(answer.status == 400, "\(name) \(answer)")
      #expect(wire.store.dump() == before, "\(name) changed something")
    }
  }
}
