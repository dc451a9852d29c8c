import Accounts
import BramleyCrypto
import BramleyHTTP

/// What a handler sees besides its typed request.
struct WireContext: Sendable {
  /// The service.
  let api: IdentityToolkitAPI
  /// The request as it came.
  let request: HTTPRequest
  /// The values of the path's holes.
  let path: PathParameters
  /// What the credentials amount to.
  let access: Access
  /// `Authorization: Bearer …`, for operations of a signed-in person.
  let bearer: String?

  /// The domain.
  var accounts: Accounts { api.accounts }

  /// What is known of the client.
  var client: ClientFacts {
    ClientFacts(
      address: request.peer, isLimited: !access.isPrivileged,
      network: access.isPrivileged ? nil : request.network,
      userAgent: request.headers["user-agent"],
      clientVersion: request.headers["x-client-version"],
      bundleID: request.headers["x-ios-bundle-identifier"], locale: request.headers["x-firebase-locale"],
      request: requestIdentity)
  }

  /// Who administers, for the audit: the token's name, and not where from, since the row is the person's.
  var administration: ClientFacts {
    guard case .administrator(let administrator) = access else { return ClientFacts() }
    var facts = ClientFacts()
    facts.administrator = administrator.name
    return facts
  }

  /// The fields of the query.
  func query() throws -> FormFields {
    guard let fields = FormFields(parsing: request.query) else {
      throw WireError.invalidPayload("The query is not form text in UTF-8.")
    }
    return fields
  }

  /// The ID token of a person: the bearer, else the body's.
  func personToken(_ inBody: String?) throws -> String {
    guard let token = bearer ?? inBody, !token.isEmpty else { throw WireError.refused("MISSING_ID_TOKEN") }
    return token
  }

  /// What makes a repeated request the same one (R20): an identifier of 128 bit and the body.
  private var requestIdentity: RequestIdentity? {
    guard let id = request.headers["x-bramley-request-id"], (22...64).contains(id.utf8.count) else {
      return nil
    }
    return RequestIdentity(hash: SHA256.digest(Array(id.utf8) + [0] + request.body).bytes)
  }
}
