import Accounts
import BramleyHTTP

extension WireContext {
  /// Refuses what needs text messages where none are configured; in `dev` the mailbox takes everything.
  func requireText() throws(WireError) {
    guard accounts.sendsText else {
      throw .refused("OPERATION_NOT_ALLOWED", "No text messages are configured: nothing can be sent.")
    }
  }

  /// The language and the link of a mail that this request causes.
  func posting(continueURL: String? = nil) throws -> Posting {
    let link = try ActionLink(self, continueURL: continueURL)
    return Posting(locale: client.locale, client: client) { link.text($0) }
  }
}
