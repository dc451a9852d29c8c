import _Markup
import Accounts
import Phrases

/// Where a person is signed in, with a button that ends all but this session.
struct SessionList: Sendable {
  let visit: Visit
  let current: Session.ID
  let sessions: [Session]

  /// More would be a list that nobody reads; the button ends those that are not shown as well.
  private static let shown = 10

  var html: HTML {
    let rows = sessions.prefix(Self.shown).map { session -> HTML in
      let here: HTML = "<span class=\"here\">\(HTML.phrase(.pageThisBrowser, visit.language))</span>"
      return """
        <li><span class="what"><span>\(device(session)) \(here, if: session.id == current)</span>\
        \(Moment.html(session.lastUsedAt))</span>\(end(session), if: session.id != current)</li>

        """
    }
    return """
      <section class="sessions" aria-labelledby="sessions">
      <h2 id="sessions">\(HTML.phrase(.pageSessions, visit.language))</h2>
      <ul>
      \(rows)</ul>
      <form method="post" action="\(visit.address.path("/account/end-others"))">
      \(FormOrigin.field(visit))
      <button type="submit">\(HTML.phrase(.pageEndOthers, visit.language))</button>
      </form>
      </section>
      """
  }

  private func end(_ session: Session) -> HTML {
    """
    <form method="post" action="\(visit.address.path("/account/end-session"))">\(FormOrigin.field(visit))\
    <input type="hidden" name="sid" value="\(session.id.text)">\
    <button type="submit" class="plain danger">\(HTML.phrase(.pageEndSession, visit.language))</button></form>
    """
  }

  private func device(_ session: Session) -> HTML {
    guard let name = DeviceName(userAgent: session.userAgent ?? "") else {
      return HTML.phrase(.pageUnknownDevice, visit.language)
    }
    return "<bdi>\(name.text)</bdi>"
  }
}
