public import AuthenticationServices
public import Foundation

/// What the person does with a sheet.
public indirect enum PersonAnswer: Sendable {
  /// What the person does with the name on the sheet.
  public enum NameChoice: Sendable, Equatable {
    /// Leaves it as the account keeps it.
    case asKept
    /// Writes another one.
    case edited(PersonNameComponents)
    /// Removes it.
    case emptied
  }

  /// Continues and shares the address.
  case share(name: NameChoice = .asKept)
  /// Continues and hides the address.
  case hideEmail(name: NameChoice = .asKept)
  /// Chooses the saved password, the first one if no name is given.
  case usePassword(user: String? = nil)
  /// Chooses one of the app's own ways in, as tvOS lists them.
  case useCustomMethod(ASAuthorizationCustomMethod)
  /// Closes the sheet.
  case cancel
  /// The system fails with a code of its domain, one without a name included.
  case fail(code: Int)
  /// The system fails with an error of any domain.
  case failOtherwise(NSError)
  /// Nothing ever happens.
  case never
  /// Something happens after a while.
  case late(Duration, PersonAnswer)
  /// The system answers twice, which it should not.
  case twice(PersonAnswer, PersonAnswer)
  /// The credential comes with values that do not belong to the request.
  case altered(Alteration, PersonAnswer)

  /// How a credential differs from what was asked.
  public enum Alteration: Sendable, Equatable {
    /// Another state.
    case state(String?)
    /// An identity token with another nonce.
    case nonce(String?)
    /// No identity token.
    case noIdentityToken
    /// No code.
    case noAuthorizationCode
    /// An identity token for another app.
    case audience(String)
    /// An identity token whose time is over.
    case expired
    /// An identity token that is not one.
    case unreadableToken
  }
}
