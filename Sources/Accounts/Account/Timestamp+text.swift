extension Timestamp {
  /// RFC 3339 in UTC with milliseconds, as the Admin SDKs parse it: `2026-01-02T03:04:05.678Z`.
  ///
  /// The calendar is computed here: Foundation's formatters are not part of its small library.
  /// Days since the epoch become year, month and day by counting from 1 March of year 0, so that the leap
  /// day is the last of its year.
  package var internetText: String {
    let dayLength: Int64 = 86_400_000
    let inDay = ((milliseconds % dayLength) + dayLength) % dayLength
    let shifted = (milliseconds - inDay) / dayLength + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let time = inDay / 1000
    return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
      + "\(pad(time / 3600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2)).\(pad(inDay % 1000, 3))Z"
  }

  private func pad(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
