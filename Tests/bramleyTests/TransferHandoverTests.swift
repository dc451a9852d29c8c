import Accounts
import Testing

@testable import bramley

@Suite("The file that hands people over to another team")
struct TransferHandoverTests {
  @Test(
    "lines that are no account and identifier are refused",
    arguments: ["", "u1", "u1\t", "\t001", " 001", "u\u{1}1\t001"])
  func refused(line: String) { #expect(TransferHandover.Person(line: line[...]) == nil) }

  @Test(
    "an account's own spaces and commas, a byte order mark and blanks at the end do no harm: FR-55",
    arguments: [
      ("u1\t001.a", "u1"), ("u1 001.a", "u1"), ("u1,001.a", "u1"), ("u1, 001.a", "u1"),
      ("team a, no 1\t001.a", "team a, no 1"), ("\u{FEFF}u1\t001.a", "u1"), ("u1\t001.a \t", "u1"),
    ])
  func read(line: String, account: String) throws {
    let person = try #require(TransferHandover.Person(line: line[...]))
    #expect(person.account.text == account)
    #expect(person.transferIdentifier == "001.a")
  }
}
