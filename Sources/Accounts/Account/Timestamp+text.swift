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
    guard (0...9999).contains(year) else {
      // Further away than any clock of ours goes: the year has as many digits as it needs.
      return "\(year)" + text(year: 0, month, day, time, inDay % 1000).dropFirst(4)
    }
    return text(year: year, month, day, time, inDay % 1000)
  }

  /// The text for a year of four digits; written into its place, since every look-up of an account holds one.
  private func text(
    year: Int64, _ month: Int64, _ day: Int64, _ second: Int64, _ millisecond: Int64
  ) -> String {
    String(unsafeUninitializedCapacity: 24) { bytes in
      var end = 0
      func put(_ number: Int64, _ width: Int, _ behind: Unicode.Scalar) {
        var rest = number
        for place in stride(from: end + width - 1, through: end, by: -1) {
          bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        bytes[end + width] = UInt8(ascii: behind)
        end += width + 1
      }
      put(year, 4, "-")
      put(month, 2, "-")
      put(day, 2, "T")
      put(second / 3600, 2, ":")
      put(second / 60 % 60, 2, ":")
      put(second % 60, 2, ".")
      put(millisecond, 3, "Z")
      return end
    }
  }
}
