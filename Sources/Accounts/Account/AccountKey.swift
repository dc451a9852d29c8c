/// One of the ways to name an account in an administrator's look-up.
package enum AccountKey: Hashable, Sendable {
  /// By its identifier.
  case id(Account.ID)
  /// By its address, in any case.
  case email(String)
  /// By its telephone number.
  case phone(String)
  /// By a provider's name for the person.
  case identity(provider: ProviderID, subject: String)
}
