/// Names every text that a page or mail shows.
///
/// To add a text: add a case here and its line to each file in `Resources/`; a test names what is missing.
/// Words in braces are holes that the page fills in.
public enum PhraseKey: String, CaseIterable, Sendable {
  // The emulator's sign-in page.

  /// What the page asks; hole `app`.
  case emulatorIntroduction = "emulator.introduction"
  /// Says that this is a stand-in and no real account is needed.
  case emulatorNotice = "emulator.notice"
  /// Heading of the choice of account.
  case emulatorAccount = "emulator.account"
  /// Heading of the name.
  case emulatorName = "emulator.name"
  /// Label of the given name.
  case emulatorFirstName = "emulator.firstName"
  /// Label of the family name.
  case emulatorLastName = "emulator.lastName"
  /// Heading of the address.
  case emulatorEmail = "emulator.email"
  /// Label of the box that chooses a relay address.
  case emulatorHideEmail = "emulator.hideEmail"
  /// Explains the relay address.
  case emulatorHideEmailHint = "emulator.hideEmailHint"
  /// Said to somebody who signed in before; hole `app`.
  case emulatorKnown = "emulator.known"
  /// Marks an account that belongs to a school or company.
  case emulatorManaged = "emulator.managed"
  /// The button that agrees.
  case emulatorContinue = "emulator.continue"
  /// The button that declines.
  case emulatorCancel = "emulator.cancel"
  /// Said when there is nobody to choose.
  case emulatorNoAccounts = "emulator.noAccounts"
  /// Said when the chosen account is gone.
  case emulatorUnknownAccount = "emulator.unknownAccount"
  /// Heading of the second step.
  case emulatorTwoFactor = "emulator.twoFactor"
  /// Explains the second step.
  case emulatorTwoFactorHint = "emulator.twoFactorHint"
  /// What the person's other device shows; hole `code`.
  case emulatorTwoFactorDevice = "emulator.twoFactorDevice"
  /// Label of the six digits.
  case emulatorVerificationCode = "emulator.verificationCode"
  /// Said when the six digits were wrong.
  case emulatorWrongCode = "emulator.wrongCode"
  /// Said while the browser goes back; hole `app`.
  case emulatorReturning = "emulator.returning"
  /// Heading of the error page.
  case emulatorError = "emulator.error"
  /// Advice on the error page: where the reason stands.
  case emulatorErrorHint = "emulator.errorHint"
}
