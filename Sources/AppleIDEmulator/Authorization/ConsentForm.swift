import BramleyHTTP

/// What the person sent from the sign-in page.
struct ConsentForm: Sendable {
  /// The button that was pressed.
  enum Action: String, Sendable {
    case proceed = "continue"
    case cancel
  }

  let action: Action?
  /// The chosen account's address.
  let user: String
  let firstName: String?
  let lastName: String?
  let hidesEmail: Bool
  let verificationCode: String?
  /// The account that the name was filled in for; the person may have chosen another one since.
  let prefilledFor: String?
  let prefilledFirstName: String?
  let prefilledLastName: String?

  /// Reads a form; nil when it is not form text.
  init?(_ request: HTTPRequest) {
    guard let text = String(validating: request.body, as: UTF8.self),
      let fields = FormFields(parsing: text, limit: 40)
    else { return nil }
    action = fields["action"].flatMap(Action.init(rawValue:))
    user = fields["user"] ?? ""
    firstName = fields["firstName"].map(Self.cleaned)
    lastName = fields["lastName"].map(Self.cleaned)
    hidesEmail = fields["hideEmail"] != nil
    verificationCode = fields["verificationCode"]
    prefilledFor = fields["prefilledFor"]
    prefilledFirstName = fields["prefilledFirstName"]
    prefilledLastName = fields["prefilledLastName"]
  }

  /// The name and the choice of address for the account that was really chosen.
  ///
  /// Without JavaScript the name fields stay filled in for the account that was chosen at first; a name that
  /// the person did not touch is taken from the account that was chosen at last. The switch for the address
  /// counts as it stood on the page: what a person sees is what is shared.
  func choice(for account: AppleAccount) -> (firstName: String, lastName: String, hidesEmail: Bool) {
    guard let prefilledFor else {
      return (firstName ?? account.givenName, lastName ?? account.familyName, hidesEmail || account.hideEmail)
    }
    let isUntouched =
      prefilledFor.lowercased() != account.email.lowercased()
      && firstName == prefilledFirstName && lastName == prefilledLastName
    return (
      isUntouched ? account.givenName : firstName ?? account.givenName,
      isUntouched ? account.familyName : lastName ?? account.familyName, hidesEmail
    )
  }

  /// A typed name of at most 100 characters without control characters; what it says is the person's own.
  private static func cleaned(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        .prefix(100))
  }
}
