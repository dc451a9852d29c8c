import Testing

@testable import Accounts

@Suite("RFC 3339 text of instants")
struct TimestampTextTests {
  @Test(
    "calendar days around leap years, ends of years, and before 1970",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"), (951_868_799_999, "2000-02-29T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_735_689_599_005, "2024-12-31T23:59:59.005Z"),
      (1_800_000_000_678, "2027-01-15T08:00:00.678Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (253_402_300_800_000, "10000-01-01T00:00:00.000Z"), (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func text(milliseconds: Int64, expected: String) {
    #expect(Timestamp(milliseconds: milliseconds).internetText == expected)
  }
}
