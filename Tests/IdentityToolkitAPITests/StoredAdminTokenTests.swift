import Accounts
import BramleyCrypto
import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

@Suite("Admin tokens of the store")
struct StoredAdminTokenTests {
  @Test("a made token opens its scopes until it is revoked: R3, A36")
  func life() async throws {
    let seed = try TestWire(.serve)
    let (token, secret) = try await seed.accounts.adminTokens.create(
      name: "ci", scopes: ["accounts.read", "nonsense"])
    let register = StoredAdminTokens(seed.accounts)
    #expect(
      try await register.administrator(of: secret) == Administrator(name: "ci", scopes: [.accountsRead]))
    #expect(!"\(secret)".contains("bramley_admin_"))
    let wire = try TestWire(.serve, listener: .admin(acceptsOwnerBearer: false), adminTokens: register)
    let headers: HTTPFields = ["authorization": "Bearer \(secret.revealText() ?? "")"]
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-bramley/accounts:batchGet"
    #expect(await wire.send(.get, path, headers: headers).status == 200)
    try await seed.accounts.adminTokens.revoke(token.id)
    #expect(await wire.send(.get, path, headers: headers).status == 401)
    #expect(try await seed.accounts.adminTokens.all().isEmpty)
  }
}
