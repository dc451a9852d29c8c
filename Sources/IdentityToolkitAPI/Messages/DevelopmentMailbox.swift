import Synchronization

/// What `dev` sent, for the control API and the mailbox page; kept in memory, the newest thousand of each.
package final class DevelopmentMailbox: Sendable {
  private struct State {
    var mails: [CodeMail] = []
    var texts: [CodeText] = []
  }

  private static let limit = 1000
  private let state = Mutex(State())

  /// An empty mailbox.
  package init() {}

  /// Every mail, the oldest first.
  package var mails: [CodeMail] { state.withLock { $0.mails } }

  /// Every text message, the oldest first.
  package var texts: [CodeText] { state.withLock { $0.texts } }

  /// Keeps a mail.
  package func keep(_ mail: CodeMail) {
    state.withLock { state in
      state.mails.append(mail)
      if state.mails.count > Self.limit { state.mails.removeFirst() }
    }
  }

  /// Keeps a text message.
  package func keep(_ text: CodeText) {
    state.withLock { state in
      state.texts.append(text)
      if state.texts.count > Self.limit { state.texts.removeFirst() }
    }
  }
}
