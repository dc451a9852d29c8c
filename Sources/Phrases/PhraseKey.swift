/// Names every text that a page or mail shows.
///
/// To add a text: add a case here and its line to each file in `Resources/`; a test names what is missing.
/// Words in braces are holes that the page fills in.
public enum PhraseKey: String, CaseIterable, Sendable {
  // Forms of the emulator's page and of our own.

  /// The button that declines.
  case formCancel = "form.cancel"
  /// Label of the six digits.
  case formVerificationCode = "form.verificationCode"
  /// Said when the six digits were wrong.
  case formWrongCode = "form.wrongCode"

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
  /// Said while the browser goes back; hole `app`.
  case emulatorReturning = "emulator.returning"
  /// Heading of the error page.
  case emulatorError = "emulator.error"
  /// Advice on the error page: where the reason stands.
  case emulatorErrorHint = "emulator.errorHint"

  // Mail and text messages.

  /// Subject of the mail that resets a password; hole `app`.
  case mailResetSubject = "mail.resetSubject"
  /// What it says; holes `app`, `email`.
  case mailResetLead = "mail.resetLead"
  /// Its button.
  case mailResetAction = "mail.resetAction"
  /// Subject of the mail that proves an address; hole `app`.
  case mailVerifySubject = "mail.verifySubject"
  /// What it says; holes `app`, `email`.
  case mailVerifyLead = "mail.verifyLead"
  /// Its button.
  case mailVerifyAction = "mail.verifyAction"
  /// Subject of the mail that signs in; hole `app`.
  case mailSignInSubject = "mail.signInSubject"
  /// What it says; holes `app`, `email`.
  case mailSignInLead = "mail.signInLead"
  /// Its button.
  case mailSignInAction = "mail.signInAction"
  /// Subject of the mail that proves a new address; hole `app`.
  case mailChangeSubject = "mail.changeSubject"
  /// What it says; holes `app`, `newEmail`.
  case mailChangeLead = "mail.changeLead"
  /// Subject of the mail to the old address after a change; hole `app`.
  case mailChangedSubject = "mail.changedSubject"
  /// What it says; holes `app`, `newEmail`.
  case mailChangedLead = "mail.changedLead"
  /// The button that undoes a change.
  case mailChangedAction = "mail.changedAction"
  /// Subject of the mail that tells of a new second step; hole `app`.
  case mailFactorAddedSubject = "mail.factorAddedSubject"
  /// What it says; holes `app`, `email`.
  case mailFactorAddedLead = "mail.factorAddedLead"
  /// Subject of the mail that tells of a removed second step; hole `app`.
  case mailFactorRemovedSubject = "mail.factorRemovedSubject"
  /// What it says; holes `app`, `email`.
  case mailFactorRemovedLead = "mail.factorRemovedLead"
  /// Subject of the mail that tells of a changed password; hole `app`.
  case mailPasswordChangedSubject = "mail.passwordChangedSubject"
  /// What it says; holes `app`, `email`.
  case mailPasswordChangedLead = "mail.passwordChangedLead"
  /// Says how long a link is good.
  case mailOnce = "mail.once"
  /// Said to somebody who asked for nothing.
  case mailIgnore = "mail.ignore"
  /// Advice for whoever did not make a change.
  case mailNotYou = "mail.notYou"
  /// Stands above the link written out.
  case mailLinkHint = "mail.linkHint"
  /// Who sends; hole `app`.
  case mailSignature = "mail.signature"
  /// The text message with six digits; holes `app`, `code`.
  case textCode = "text.code"

  // The hosted pages: sign-in.

  /// Heading of the sign-in page; hole `app`.
  case pageSignInTitle = "page.signInTitle"
  /// Stands under Apple's button; hole `app`.
  case pageAppleHint = "page.appleHint"
  /// Between two ways to sign in.
  case pageOr = "page.or"
  /// Label of the address.
  case pageEmail = "page.email"
  /// Label of the password, and the name of that way to sign in.
  case pagePassword = "page.password"
  /// The button beside address and password.
  case pageSignIn = "page.signIn"
  /// Said when address and password do not fit.
  case pageWrongLogin = "page.wrongLogin"
  /// Said to somebody who broke off on Apple's page.
  case pageCancelled = "page.cancelled"
  /// Said after signing out.
  case pageSignedOut = "page.signedOut"
  /// Said after the deletion.
  case pageDeleted = "page.deleted"
  /// Said when the session has ended.
  case pageEnded = "page.ended"

  // The hosted pages: account.

  /// Title of the account page.
  case pageAccountTitle = "page.accountTitle"
  /// Label of the name.
  case pageName = "page.name"
  /// Marks one of Apple's relay addresses.
  case pageRelay = "page.relay"
  /// Explains the relay address; hole `app`.
  case pageRelayHint = "page.relayHint"
  /// Said when Apple forwards no mail any more; hole `app`.
  case pageRelayOff = "page.relayOff"
  /// Label of the ways to sign in.
  case pageSignInMethod = "page.signInMethod"
  /// Label of the time of sign-in.
  case pageSignedInAt = "page.signedInAt"
  /// The button that signs out.
  case pageSignOut = "page.signOut"
  /// The link and the button that delete the account.
  case pageDelete = "page.delete"

  // The hosted pages: deletion.

  /// Asks whether to delete.
  case pageDeleteTitle = "page.deleteTitle"
  /// Says that there is no way back.
  case pageDeleteLead = "page.deleteLead"
  /// What is erased; hole `app`.
  case pageDeleteErases = "page.deleteErases"
  /// What becomes of the sessions.
  case pageDeleteSessions = "page.deleteSessions"
  /// What becomes of Apple's authorization; hole `app`.
  case pageDeleteApple = "page.deleteApple"
  /// Asks for another sign-in before the deletion.
  case pageConfirm = "page.confirm"
  /// The way back from the deletion page.
  case pageKeep = "page.keep"

  // The hosted pages: notices.

  /// The link to a new start.
  case pageStartAgain = "page.startAgain"
  /// The link to the first page.
  case pageHome = "page.home"
  /// Heading for a sign-in that cannot go on.
  case pageStaleTitle = "page.staleTitle"
  /// Explains it, without telling the reasons apart.
  case pageStaleText = "page.staleText"
  /// Heading for an answer of Apple that does not hold.
  case pageRefusedTitle = "page.refusedTitle"
  /// Explains it.
  case pageRefusedText = "page.refusedText"
  /// Heading for a form that is too old or came from elsewhere.
  case pageFormTitle = "page.formTitle"
  /// Explains it.
  case pageFormText = "page.formText"
  /// Heading when the service was opened under another name; hole `app`.
  case pageOtherNameTitle = "page.otherNameTitle"
  /// Names the right address; holes `app`, `address`.
  case pageOtherNameText = "page.otherNameText"
  /// Heading when something does not work now.
  case pageTroubleTitle = "page.troubleTitle"
  /// Explains it.
  case pageTroubleText = "page.troubleText"
  /// Said when a limit was reached.
  case pageTooManyText = "page.tooManyText"
  /// Said when a way to sign in is not set up; hole `app`.
  case pageNotOfferedText = "page.notOfferedText"
  /// Heading for a locked account.
  case pageLockedTitle = "page.lockedTitle"
  /// Explains it; hole `app`.
  case pageLockedText = "page.lockedText"
  /// Heading when the address belongs to an account already.
  case pageExistsTitle = "page.existsTitle"
  /// Says how to go on.
  case pageExistsText = "page.existsText"
  /// Heading when another person confirmed than the one who is signed in.
  case pageOtherPersonTitle = "page.otherPersonTitle"
  /// Says that nothing has changed.
  case pageOtherPersonText = "page.otherPersonText"
  /// Heading for an app whose request is not followed.
  case pageClientTitle = "page.clientTitle"
  /// Explains it; hole `app`.
  case pageClientText = "page.clientText"
  /// Heading for an address that leads nowhere.
  case pageNotFoundTitle = "page.notFoundTitle"
  /// Explains it.
  case pageNotFoundText = "page.notFoundText"

  // The hosted pages: creating an account.

  /// Heading of the page that makes an account; hole `app`.
  case pageCreateTitle = "page.createTitle"
  /// The link and the button that make an account.
  case pageCreate = "page.create"
  /// The link back to the sign-in page.
  case pageHaveAccount = "page.haveAccount"
  /// What a password must be like; hole `count`.
  case pagePasswordHint = "page.passwordHint"
  /// Said when the address has an account.
  case pageEmailTaken = "page.emailTaken"
  /// Said when the password is too short or too common.
  case pageWeakPassword = "page.weakPassword"
  /// Said when the address is none.
  case pageInvalidEmail = "page.invalidEmail"

  // The hosted pages: sessions.

  /// Heading of the list of sessions.
  case pageSessions = "page.sessions"
  /// Marks the session of this browser.
  case pageThisBrowser = "page.thisBrowser"
  /// The button that ends every other session.
  case pageEndOthers = "page.endOthers"
  /// Said after that.
  case pageEndedOthers = "page.endedOthers"
  /// In place of a device that did not say what it is.
  case pageUnknownDevice = "page.unknownDevice"

  // The hosted pages: connecting Apple.

  /// The button that connects Apple to the account.
  case pageConnect = "page.connect"
  /// The consent to it; hole `app`.
  case pageConnectConsent = "page.connectConsent"
  /// Said after that.
  case pageConnected = "page.connected"
  /// Asks for the password of the account that has the address.
  case pageConnectPassword = "page.connectPassword"
  /// Heading when the Apple Account belongs to another account.
  case pageTakenTitle = "page.takenTitle"
  /// Explains it.
  case pageTakenText = "page.takenText"

  // The hosted pages: mail links.

  /// Heading of the page that proves an address.
  case actionVerifyTitle = "action.verifyTitle"
  /// What its button does; hole `email`.
  case actionVerifyLead = "action.verifyLead"
  /// Said after that; hole `email`.
  case actionVerifyDone = "action.verifyDone"
  /// The button that does what the page says.
  case actionConfirm = "action.confirm"
  /// Heading of the page that moves an account to a new address.
  case actionChangeTitle = "action.changeTitle"
  /// What its button does; hole `email`.
  case actionChangeLead = "action.changeLead"
  /// Said after that; hole `email`.
  case actionChangeDone = "action.changeDone"
  /// Heading of the page that brings an old address back.
  case actionRecoverTitle = "action.recoverTitle"
  /// What its button does; hole `email`.
  case actionRecoverLead = "action.recoverLead"
  /// Said after that; hole `email`.
  case actionRecoverDone = "action.recoverDone"
  /// Heading of the page that takes a second factor off.
  case actionFactorTitle = "action.factorTitle"
  /// What its button does.
  case actionFactorLead = "action.factorLead"
  /// Said after that.
  case actionFactorDone = "action.factorDone"
  /// Heading of the page that sets a new password.
  case actionResetTitle = "action.resetTitle"
  /// For which account; hole `email`.
  case actionResetLead = "action.resetLead"
  /// Said after that.
  case actionResetDone = "action.resetDone"
  /// Said before a sign-in link goes on to the app; hole `app`.
  case actionSignInLead = "action.signInLead"
  /// Asks for the address that a sign-in link was sent to.
  case actionSignInAddress = "action.signInAddress"
  /// Said when another address was entered.
  case actionOtherAddress = "action.otherAddress"
  /// Heading for a mail link that is no longer good.
  case actionStaleTitle = "action.staleTitle"
  /// Explains it, without telling the reasons apart.
  case actionStaleText = "action.staleText"
  /// The button that leads back to the app.
  case actionContinue = "action.continue"

  // The hosted pages: passwords and mail.

  /// Label of a password to be.
  case pageNewPassword = "page.newPassword"
  /// Label of the same password once more.
  case pageRepeatPassword = "page.repeatPassword"
  /// Said when the two are not the same.
  case pagePasswordsDiffer = "page.passwordsDiffer"
  /// The button that sets it.
  case pageSavePassword = "page.savePassword"
  /// The link to a new password.
  case pageChangePassword = "page.changePassword"
  /// The link to a first password.
  case pageSetPassword = "page.setPassword"
  /// Said after that.
  case pagePasswordSaved = "page.passwordSaved"
  /// The link to the page that sends a mail for a new password.
  case pageForgot = "page.forgot"
  /// Heading of that page.
  case pageForgotTitle = "page.forgotTitle"
  /// What it does.
  case pageForgotLead = "page.forgotLead"
  /// The button that sends a mail.
  case pageSendMail = "page.sendMail"
  /// Said after that; it does not say whether there is such an account.
  case pageMailSent = "page.mailSent"
  /// Said of an address that is not proven.
  case pageUnconfirmed = "page.unconfirmed"
  /// Said after the mail that proves it was sent.
  case pageMailOnWay = "page.mailOnWay"

  // The hosted pages: the second factor.

  /// Heading of the step after the first factor, and of the factors on the account page.
  case factorTitle = "factor.title"
  /// Asks for a one-time password.
  case factorAppLead = "factor.appLead"
  /// Asks for the code of a text message; hole `number`.
  case factorPhoneLead = "factor.phoneLead"
  /// Asks which factor to use.
  case factorChooseLead = "factor.chooseLead"
  /// Names one-time passwords.
  case factorApp = "factor.app"
  /// Names a telephone; hole `number`.
  case factorPhone = "factor.phone"
  /// The button that sends another code.
  case factorResend = "factor.resend"
  /// Explains what the second factor is good for.
  case factorHint = "factor.hint"
  /// The button that begins to enrol one-time passwords.
  case factorAddApp = "factor.addApp"
  /// The link to enrol a telephone.
  case factorAddPhone = "factor.addPhone"
  /// Says what to do with the secret of one-time passwords.
  case factorKeyLead = "factor.keyLead"
  /// The link that hands the secret to an app on this device.
  case factorOpenApp = "factor.openApp"
  /// Label of a telephone number.
  case factorNumber = "factor.number"
  /// How a telephone number is written.
  case factorNumberHint = "factor.numberHint"
  /// Said when it is none.
  case factorInvalidNumber = "factor.invalidNumber"
  /// The button that sends a first code.
  case factorSendCode = "factor.sendCode"
  /// Said after a second factor was enrolled.
  case factorAdded = "factor.added"
  /// Said after one was taken off.
  case factorRemoved = "factor.removed"
  /// Asks whether to take a second factor off.
  case factorRemoveTitle = "factor.removeTitle"

  // The hosted pages: ways in.

  /// The button that removes a way in or a second factor.
  case pageRemove = "page.remove"
  /// The link to the page of the ways in.
  case pageManage = "page.manage"
  /// Heading of the page of the ways in.
  case pageWaysTitle = "page.waysTitle"
  /// Asks whether to remove a way in; hole `provider`.
  case pageUnlinkTitle = "page.unlinkTitle"
  /// What that does; hole `provider`.
  case pageUnlinkLead = "page.unlinkLead"
  /// Said when it is the only way in.
  case pageUnlinkLast = "page.unlinkLast"
  /// Said after a way in was removed.
  case pageUnlinked = "page.unlinked"
  /// Heading of the page that asks for another sign-in.
  case pageConfirmTitle = "page.confirmTitle"
  /// Why it is asked.
  case pageConfirmLead = "page.confirmLead"
  /// The button for who has neither password nor Apple: sign out and begin anew.
  case pageSignInAgain = "page.signInAgain"
  /// The button that ends one session.
  case pageEndSession = "page.endSession"
  /// Said after that.
  case pageEndedSession = "page.endedSession"

  // The hosted pages: on the way back to an app.

  /// Said while the browser goes back to the app.
  case pageReturning = "page.returning"
  /// Said when the window does not close by itself.
  case pageCloseWindow = "page.closeWindow"
}
