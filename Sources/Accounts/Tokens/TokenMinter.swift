import BramleyCrypto

/// Builds the claims of our ID tokens and session cookies (wire §5.1, §5.2) and has them signed.
struct TokenMinter: Sendable {
  let policy: AccountsPolicy
  let signer: any TokenSigner

  init(policy: AccountsPolicy, signer: any TokenSigner) {
    self.policy = policy
    self.signer = signer
  }
}
