import BramleyCrypto

/// The handle that stands for Apple's access token in our answers (R21).
extension Accounts {
  private struct Handle: Codable {
    var account: String
    var grant: Int64
  }

  func handle(of grant: Grant.ID, account: Account.ID) throws(AccountsError) -> String {
    let sealed = try vault.seal(
      try SealedJSON.encode(Handle(account: account.text, grant: grant.number)), for: .appleHandle)
    return "bramley." + Base64URL.encode(sealed)
  }

  /// The grant that a handle names; nil for any other text.
  func grant(ofHandle text: String) -> (account: Account.ID, grant: Grant.ID)? {
    guard text.hasPrefix("bramley."), text.utf8.count <= 2048,
      let sealed = Base64URL.decode(String(text.dropFirst("bramley.".count))),
      let bytes = vault.open(sealed, for: .appleHandle),
      let handle = SealedJSON.decode(Handle.self, from: bytes)
    else { return nil }
    return (Account.ID(unchecked: handle.account), Grant.ID(number: handle.grant))
  }
}
