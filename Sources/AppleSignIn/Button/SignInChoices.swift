/// A way to sign in that a composed view offers.
public enum SignInChoice: Sendable, Hashable, CaseIterable {
  /// A saved or typed password.
  case password
  /// Another provider, by a page.
  case page
  /// Apple.
  case apple
  /// No account yet.
  case anonymous

  /// The choices in the order in which they are shown: Apple stands first, where it is offered.
  ///
  /// Project rule; Apple's guidelines ask only that its button is not smaller and needs no scrolling.
  public static func ordered(_ choices: [SignInChoice]) -> [SignInChoice] {
    choices.filter { $0 == .apple } + choices.filter { $0 != .apple }
  }
}
