import BramleyCrypto
import BramleyJOSE
import Testing

@testable import Accounts

@Suite("Web flows and one-time handles")
struct FlowTests {
  private static let binding = SHA256.digest(utf8: "cookie").hex
  private static let flow = WebFlow(
    kind: "signin", clientID: "com.example.web", redirectURI: "https://x.example/cb", nonce: "n",
    browserBinding: binding)

  @Test(
    "another browser neither gets nor spends a flow; its own gets it once (R39, FR-15)",
    arguments: StoreKind.allCases)
  func browsers(_ kind: StoreKind) async throws {
    let world = try World(kind)
    let state = try await world.accounts.beginWebFlow(Self.flow).revealText() ?? ""
    let other = SHA256.digest(utf8: "other").hex
    #expect(try await world.accounts.takeWebFlow(state: state, browserBinding: other) == nil)
    #expect(try await world.accounts.takeWebFlow(state: state, browserBinding: Self.binding)?.nonce == "n")
    #expect(try await world.accounts.takeWebFlow(state: state, browserBinding: Self.binding) == nil)
  }

  @Test("unknown, respelled and late states are nothing", arguments: ["", "x", "late", "respelled"])
  func unknown(_ which: String) async throws {
    let world = try World()
    var state = try await world.accounts.beginWebFlow(Self.flow).revealText() ?? ""
    switch which {
    case "late": world.time.advance(.seconds(600))
    case "respelled": state += "="
    default: state = which
    }
    #expect(try await world.accounts.takeWebFlow(state: state, browserBinding: Self.binding) == nil)
  }

  @Test("a handle for one purpose is nothing for another")
  func purposes() async throws {
    let world = try World()
    let handle = try await world.accounts.park(ParkedAnswer(fields: ["code": "c"])).revealText() ?? ""
    #expect(try await world.accounts.takeOnce(handle, purpose: .pageCode) == nil)
    #expect(try await world.accounts.takeParked(handle)?.fields == ["code": "c"])
    #expect(try await world.accounts.takeParked(handle) == nil)
  }

  @Test("what is kept is sealed: nonce, verifier and code stand in no row", arguments: StoreKind.allCases)
  func sealed(_ kind: StoreKind) async throws {
    let world = try World(kind)
    var flow = Self.flow
    flow.nonce = "secret-nonce"
    _ = try await world.accounts.beginWebFlow(flow)
    let rows = try world.dump().joined()
    #expect(!rows.contains("secret-nonce"))
    #expect(!rows.lowercased().contains(Hex.encode(Array("secret-nonce".utf8))))
  }

  @Test("a page code needs its verifier, once, within a minute (A24, RFC 7636)")
  func pageCodes() async throws {
    let world = try World()
    let signedIn = try await world.signIn()
    let verifier = String(repeating: "v", count: 43)
    let code = PageCode(
      session: signedIn.tokens.session.text,
      challenge: Base64URL.encode(SHA256.digest(utf8: verifier).bytes), continueURL: "https://x.example/")
    let wrong = try await world.accounts.issuePageCode(code).revealText() ?? ""
    await expectRefusal(.invalidGrant) {
      _ = try await world.accounts.redeem(pageCode: wrong, verifier: String(repeating: "w", count: 43))
    }
    await expectRefusal(.invalidGrant) {
      _ = try await world.accounts.redeem(pageCode: wrong, verifier: verifier)
    }
    let good = try await world.accounts.issuePageCode(code).revealText() ?? ""
    let session = try await world.accounts.redeem(pageCode: good, verifier: verifier)
    #expect(session.account.id == signedIn.account.id)
    await expectRefusal(.invalidGrant) {
      _ = try await world.accounts.redeem(pageCode: good, verifier: verifier)
    }
    let late = try await world.accounts.issuePageCode(code).revealText() ?? ""
    world.time.advance(.seconds(61))
    await expectRefusal(.invalidGrant) {
      _ = try await world.accounts.redeem(pageCode: late, verifier: verifier)
    }
  }

  @Test("two processes that start at once share one signing key; another sealing key is told")
  func signingKeys() async throws {
    let world = try World()
    func chain(_ keys: MasterKeyRing) async throws -> SigningKeyChain {
      try await SigningKeyChain(
        SigningKeyRegister(
          store: world.store, keys: keys, algorithm: .es256, random: SystemRandomSource()), time: world.time)
    }
    async let one = chain(World.keys)
    async let two = chain(World.keys)
    let (first, second) = try await (one, two)
    #expect(first.publicKeySet == second.publicKeySet)
    let other = try MasterKeyRing(
      current: MasterKey(id: "test", secret: Secret(bytes: [UInt8](repeating: 9, count: 32))))
    await expectRefusal(.unavailable) {
      _ = try await chain(other)
    }
  }
}
