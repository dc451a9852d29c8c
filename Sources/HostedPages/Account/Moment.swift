import _Markup
import Accounts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An instant on a page: digits that every reader of every language takes the same way, in UTC.
enum Moment {
  /// The element, readable for machines, too.
  static func html(_ instant: Timestamp) -> HTML {
    // The four digits of a year: an instant far outside is shown as the nearest one inside.
    let seconds = min(max(instant.seconds, 0), 253_402_300_799)
    let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    let visible = text.prefix(16).replacing("T", with: " ")
    return "<time datetime=\"\(text)\" dir=\"ltr\">\(String(visible)) UTC</time>"
  }
}
