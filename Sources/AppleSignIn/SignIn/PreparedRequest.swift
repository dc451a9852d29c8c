/// The values of one request that its answer is compared with.
///
/// Made by ``SignInWithApple/prepare(_:scopes:)`` for those who run the system's request themselves.
public struct PreparedRequest: Sendable {
  let nonce: RawNonce
  let state: String
}
