import Accounts

/// Whether Apple's authorization of the signed-in person still holds (contract §4).
enum AppleCredentialStateOperation {
  struct Response: WireResponse {
    let state: String
    let user: String?

    init(_ state: AppleCredentialState) {
      switch state {
      case .authorized(let subject): (self.state, user) = ("authorized", subject)
      case .revoked(let subject): (self.state, user) = ("revoked", subject)
      case .notFound: (self.state, user) = ("notFound", nil)
      case .transferred(let subject): (self.state, user) = ("transferred", subject)
      }
    }
  }

  static let operation = Operation(
    "apple.credentialState", "Tells whether Apple's authorization of the signed-in person still holds.",
    [.own("/v1/apple:credentialState")], .person
  ) { (request: SessionOperations.PersonRequest, context) in
    Response(
      try await context.accounts.appleCredentialState(idToken: context.personToken(request.idToken)))
  }
}
