import Accounts
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Administration")
struct AdministrationTests {
  @Test("an owner's account: no tokens, its own identifier, typed conflicts: wire 33, 35, 37")
  func create() async throws {
    let wire = try TestWire()
    let made = await wire.own(
      "/accounts", ["localId": "haha", "phoneNumber": "+12025550123", "displayName": "Me"])
    #expect(made.localID == "haha")
    #expect(made["displayName"] == "Me")
    #expect(made["idToken"] == nil)
    #expect(await wire.own("/accounts", ["localId": "haha"]).refusal == "400 DUPLICATE_LOCAL_ID")
    #expect(await wire.own("/accounts", ["phoneNumber": "+12025550123"]).refusal == "400 PHONE_NUMBER_EXISTS")
    #expect(
      await wire.own("/accounts", ["phoneNumber": "12025550123"]).refusal
        == "400 INVALID_PHONE_NUMBER : Invalid format.")
  }

  @Test("second factors of a new account: each number once, identifiers are ours: wire 39, 41")
  func factors() async throws {
    let wire = try TestWire()
    let factor: JSON = ["mfaEnrollmentId": "mine", "phoneInfo": "+12025550123", "displayName": "Phone"]
    let made = await wire.own("/accounts", ["email": "m@example.com", "mfaInfo": [factor, factor]])
    let list = await wire.record(ofID: made.localID)?["mfaInfo"]?.list
    #expect(list?.count == 1)
    #expect(list?.first?["mfaEnrollmentId"] != "mine")
    #expect(list?.first?["phoneInfo"] == "+12025550123")
    #expect(
      await wire.own("/accounts", ["mfaInfo": [["phoneInfo": "x"]]]).refusal
        == "400 INVALID_MFA_PHONE_NUMBER : Invalid format.")
  }

  @Test("an owner's update echoes what it set: wire 129, 131, 135, 141")
  func update() async throws {
    let wire = try TestWire()
    let id = await wire.signUp().localID
    func update(_ body: JSON) async -> Answer {
      var members = body.object ?? [:]
      members["localId"] = .text(id)
      return await wire.own("/accounts:update", .object(members))
    }
    #expect(await wire.own("/accounts:update", ["displayName": "x"]).refusal == "400 MISSING_LOCAL_ID")
    #expect(await update(["phoneNumber": "1"]).refusal == "400 INVALID_PHONE_NUMBER : Invalid format.")
    let noID: JSON = ["mfa": ["enrollments": [["phoneInfo": "+12025550123"]]]]
    #expect(
      await update(noID).refusal == "400 INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.")
    let twice: JSON = [
      "mfa": [
        "enrollments": [
          ["mfaEnrollmentId": "a", "phoneInfo": "+12025550123"],
          ["mfaEnrollmentId": "a", "phoneInfo": "+12025550124"],
        ]
      ]
    ]
    #expect(await update(twice).refusal == "400 DUPLICATE_MFA_ENROLLMENT_ID")
    #expect(await update(["linkProviderUserInfo": ["providerId": "x.com"]]).refusal == "400 MISSING_RAW_ID")
    #expect(await update(["linkProviderUserInfo": ["rawId": "x"]]).refusal == "400 MISSING_PROVIDER_ID")
    let set = await update([
      "displayName": "Paula", "photoUrl": "https://x.example/p", "phoneNumber": "+12025550123",
      "emailVerified": true,
    ])
    #expect(set["displayName"] == "Paula")
    #expect(set["emailVerified"] == true)
    #expect(set["phoneNumber"] == "+12025550123")
    #expect(
      Set(set["providerUserInfo"]?.list?.compactMap { $0["providerId"]?.text } ?? []) == [
        "password", "phone",
      ])
  }

  @Test("custom attributes appear in later tokens; reserved, long and broken ones are refused: wire 137")
  func customAttributes() async throws {
    let wire = try TestWire()
    let account = await wire.signUp()
    func set(_ text: String) async -> Answer {
      await wire.own(
        "/accounts:update", ["localId": .text(account.localID), "customAttributes": .text(text)])
    }
    #expect(await set(#"{"sub":"x"}"#).refusal == "400 FORBIDDEN_CLAIM : sub")
    #expect(await set("[]").refusal == "400 INVALID_CLAIMS")
    #expect(await set(#"{"a":"\#(String(repeating: "x", count: 1000))"}"#).refusal == "400 CLAIMS_TOO_LARGE")
    #expect(await set(#"{"role":"admin"}"#).status == 200)
    let token = await wire.refresh(account.refreshToken)["id_token"]?.text ?? ""
    #expect(TestWire.claims(token)["role"] == "admin")
  }

  @Test("pages: sorted, a full last page has a token, the one after is empty: wire 187, 189")
  func pages() async throws {
    let wire = try TestWire()
    for id in ["c", "a", "b", "d"] { _ = await wire.own("/accounts", ["localId": .text(id)]) }
    func page(_ query: String) async -> Answer {
      await wire.own("/accounts:batchGet?" + query, method: .get)
    }
    let first = await page("maxResults=2")
    #expect(first["users"]?.list?.map { $0["localId"] } == ["a", "b"])
    #expect(first["nextPageToken"] == "b")
    let second = await page("maxResults=2&nextPageToken=b")
    #expect(second["users"]?.list?.map { $0["localId"] } == ["c", "d"])
    #expect(second["nextPageToken"] == "d")
    let third = await page("maxResults=2&nextPageToken=d")
    #expect(third["users"]?.list?.isEmpty == true)
    #expect(third["nextPageToken"] == nil)
    #expect(await page("maxResults=1001").message?.hasPrefix("INVALID_PAGE_SELECTION") == true)
    let legacy = await wire.send(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount",
      body: Array(#"{"targetProjectId":"demo-bramley","maxResults":1000}"#.utf8),
      headers: ["authorization": "Bearer owner"])
    #expect(legacy["users"]?.list?.count == 4)
  }

  @Test(
    "imports that spoil the whole call: wire 191, 193, 195",
    arguments: [
      (["users": []], "400 MISSING_USER_ACCOUNT"),
      (
        [
          "sanityCheck": true,
          "users": [
            ["localId": "a", "email": "x@example.com"], ["localId": "b", "email": "X@example.com"],
          ],
        ],
        "400 DUPLICATE_EMAIL : x@example.com"
      ),
      (
        [
          "sanityCheck": true,
          "users": [
            ["localId": "a", "providerUserInfo": [["providerId": "apple.com", "rawId": "r"]]],
            ["localId": "b", "providerUserInfo": [["providerId": "apple.com", "rawId": "r"]]],
          ],
        ], "400 DUPLICATE_RAW_ID : Provider id(apple.com), Raw id(r)"
      ), (["users": [["localId": "a"], ["localId": "a"]]], "400 DUPLICATE_LOCAL_ID : a"),
    ] as [(JSON, String)])
  func importRefusals(body: JSON, expected: String) async throws {
    let wire = try TestWire()
    #expect(await wire.own("/accounts:batchCreate", body).refusal == expected)
    #expect(try await wire.accounts.count() == 0)
  }

  @Test("an import tells per user what is wrong, and takes the others: wire 195, 197")
  func importing() async throws {
    let wire = try TestWire()
    _ = await wire.own("/accounts", ["localId": "old", "email": "old@example.com"])
    let users: JSON = [
      ["email": "x@example.com"], ["localId": "b", "email": "nonsense"],
      ["localId": "c", "phoneNumber": "1"],
      ["localId": "d", "customAttributes": "[]"], ["localId": "old"],
      ["localId": "e", "email": "OLD@example.com"],
      [
        "localId": "good", "email": "Good@example.com",
        "providerUserInfo": [["providerId": "apple.com", "rawId": "r"]],
      ],
    ]
    let answer = await wire.own("/accounts:batchCreate", ["users": users])
    #expect(answer["kind"] == "identitytoolkit#UploadAccountResponse")
    #expect(
      answer["error"]?.list?.map { $0["message"] } == [
        "localId is missing", "email is invalid", "phone number format is invalid",
        "Invalid custom claims provided.", "localId belongs to an existing account - can not overwrite.",
        "email exists in other account in database",
      ])
    #expect(answer["error"]?.list?.map { $0["index"] } == [0, 1, 2, 3, 4, 5])
    #expect(await wire.record(ofID: "good")?["email"] == "good@example.com")
    let replaced = await wire.own(
      "/accounts:batchCreate",
      ["allowOverwrite": true, "users": [["localId": "good", "displayName": "New"]]])
    #expect(replaced["error"]?.list?.isEmpty == true)
    #expect(await wire.record(ofID: "good")?["email"] == nil)
    #expect(await wire.record(ofID: "good")?["providerUserInfo"] == nil)
  }

  @Test("an imported Apple identity is the one that signs in: FR-58")
  func importedIdentity() async throws {
    let wire = try TestWire()
    let identity: JSON = ["providerId": "apple.com", "rawId": .text(TestApple.Person.maria.subject)]
    _ = await wire.own(
      "/accounts:batchCreate", ["users": [["localId": "m", "providerUserInfo": [identity]]]])
    #expect(await wire.signIn().localID == "m")
  }

  @Test("batch deletion: enabled ones only with force, unknown ones ignored: wire 199, 201")
  func batchDelete() async throws {
    let wire = try TestWire()
    for id in ["a", "b"] { _ = await wire.own("/accounts", ["localId": .text(id)]) }
    _ = await wire.own("/accounts:update", ["localId": "a", "disableUser": true])
    let answer = await wire.own("/accounts:batchDelete", ["localIds": ["", "a", "nobody", "b"]])
    #expect(answer["errors"]?.list?.count == 1)
    #expect(answer["errors"]?[0]?["index"] == 3)
    #expect(answer["errors"]?[0]?["localId"] == "b")
    #expect(
      answer["errors"]?[0]?["message"] == "NOT_DISABLED : Disable the account before batch deletion.")
    #expect(await wire.own("/accounts:batchDelete", ["localIds": ["b"], "force": true])["errors"] == nil)
    #expect(try await wire.accounts.count() == 0)
    for count in [0, 1001] {
      let ids = JSON.list((0..<count).map { "\($0)" })
      #expect(
        await wire.own("/accounts:batchDelete", ["localIds": ids]).refusal
          == "400 LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
    let thousand = JSON.list((0..<1000).map { "\($0)" })
    #expect(await wire.own("/accounts:batchDelete", ["localIds": thousand]).status == 200)
  }

  @Test("query counts and finds")
  func query() async throws {
    let wire = try TestWire()
    _ = await wire.signUp()
    #expect(await wire.own("/accounts:query", ["returnUserInfo": false])["recordsCount"] == "1")
    let found = await wire.own(":queryAccounts", ["expression": [["email": "paula@example.com"]]])
    #expect(found["userInfo"]?[0]?["email"] == "paula@example.com")
    #expect(await wire.own("/accounts:query", ["sortBy": "NAME"]).status == 501)
    let skipped = await wire.own("/accounts:query", ["offset": 1, "limit": "1"])
    #expect(skipped["userInfo"]?.list?.isEmpty == true)
    let tooFar = await wire.own("/accounts:query", ["offset": 501])
    #expect(tooFar.message?.hasPrefix("INVALID_PAGE_SELECTION") == true)
  }

  @Test("session cookies: another issuer, the asked lifetime, the same claims: wire 183, 185")
  func cookies() async throws {
    let wire = try TestWire()
    let token = await wire.signIn().idToken
    for (duration, lifetime): (JSON, Double) in [(7777, 7777), ("7777", 7777), (.null, 1_209_600)] {
      let answer = await wire.own(
        ":createSessionCookie", ["idToken": .text(token), "validDuration": duration])
      let claims = TestWire.claims(answer["sessionCookie"]?.text ?? "")
      #expect(claims["iss"] == "https://session.firebase.google.com/demo-bramley")
      #expect(claims["exp"] == .number(Double(TestClock.start) + lifetime))
      #expect(claims["firebase"] == TestWire.claims(token)["firebase"])
      let cookie = answer["sessionCookie"] ?? .null
      #expect(await wire.call("accounts:lookup", ["idToken": cookie]).refusal == "400 INVALID_ID_TOKEN")
    }
    for duration in [299, 1_209_601] {
      let answer = await wire.own(
        ":createSessionCookie", ["idToken": .text(token), "validDuration": .number(Double(duration))])
      #expect(answer.refusal == "400 INVALID_DURATION")
    }
    #expect(await wire.own(":createSessionCookie").refusal == "400 MISSING_ID_TOKEN")
  }
}
