import Accounts

/// A date as mail writes it: `Mon, 30 Nov 2026 08:10:16 +0000` (RFC 5322 §3.3).
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func text(_ instant: Timestamp) -> String {
    // 1970-01-01 was a Thursday.
    let day = instant.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let number = day.remainder < 0 ? day.quotient - 1 : day.quotient
    let weekday = days[Int(((number % 7) + 7) % 7)]
    let parts = instant.internetText.split { !$0.isNumber }
    guard parts.count >= 6, let month = Int(parts[1]), (1...12).contains(month) else { return "" }
    return "\(weekday), \(parts[2]) \(months[month - 1]) \(parts[0]) "
      + "\(parts[3]):\(parts[4]):\(parts[5]) +0000"
  }
}
