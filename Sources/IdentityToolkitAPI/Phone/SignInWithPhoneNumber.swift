import Accounts
import BramleyCrypto

/// `accounts:signInWithPhoneNumber` (wire §4.13).
enum SignInWithPhoneNumber {
  struct Request: WireRequest {
    var sessionInfo: String?
    var code: String?
    var temporaryProof: String?
    var phoneNumber: String?
    var idToken: String?

    init(_ fields: WireFields) throws {
      sessionInfo = try fields.text("sessionInfo")
      code = try fields.text("code")
      temporaryProof = try fields.text("temporaryProof")
      phoneNumber = try fields.text("phoneNumber")
      idToken = try fields.text("idToken")
    }
  }

  struct Response: WireResponse {
    let phoneNumber: String?
    var localId: String?
    var isNewUser: Bool?
    var idToken: String?
    var refreshToken: String?
    var expiresIn: String?
    var temporaryProof: String?
    var temporaryProofExpiresIn: String?

    init(_ signedIn: SignedIn) {
      phoneNumber = signedIn.account.phoneNumber
      localId = signedIn.account.id.text
      isNewUser = signedIn.isNewAccount
      let tokens = TokenMembers(signedIn.tokens)
      idToken = tokens.idToken
      refreshToken = tokens.refreshToken
      expiresIn = tokens.expiresIn
    }

    /// The number is another account's; SDKs make "credential already in use" of it.
    init(phoneNumber: String, proof: Secret, lifetime: Duration) {
      self.phoneNumber = phoneNumber
      temporaryProof = proof.revealText()
      temporaryProofExpiresIn = String(lifetime.components.seconds)
    }
  }

  static let operation = Operation(
    "accounts.signInWithPhoneNumber", "Signs in by the code of a text message, or links the number.",
    [.v1("accounts:signInWithPhoneNumber"), .v3("verifyPhoneNumber")], .key(administrator: .impersonate)
  ) { (request: Request, context) in
    let accounts = context.accounts
    if let proof = request.temporaryProof, !proof.isEmpty {
      guard let number = request.phoneNumber, !number.isEmpty else {
        throw WireError.refused("MISSING_PHONE_NUMBER")
      }
      return Response(
        try await accounts.signIn(
          temporaryProof: proof, phoneNumber: number, linkTo: request.idToken, client: context.client))
    }
    guard let session = request.sessionInfo, !session.isEmpty else {
      throw WireError.refused("MISSING_SESSION_INFO")
    }
    guard let code = request.code, !code.isEmpty else { throw WireError.refused("MISSING_CODE") }
    let outcome = try await accounts.signIn(
      phoneSession: session, code: code, linkTo: request.idToken, client: context.client)
    switch outcome {
    case .signedIn(let signedIn): return Response(signedIn)
    case .belongsToAnother(let number, let proof, let lifetime):
      return Response(phoneNumber: number, proof: proof, lifetime: lifetime)
    }
  }
}
