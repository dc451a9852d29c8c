import BramleyHTTP
import Testing

@Suite("Client addresses")
struct ClientAddressTests {
  @Test(
    "does not read what is no address",
    arguments: [
      "", " ", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.+4", "1..2.3", "0x7f.0.0.1", "localhost",
      ":",
      ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::g", "fe80::1%eth0", "::1.2.3",
      "1.2.3.4::",
      "[::1", "::1]", "[]", "1:2:3:4:5:6:7:1.2.3.4", "::+1", "1:2:3:4:5:6:7:8::",
      "1111:1111:1111:1111:1111:1111:1111:1111:1111:1111:1111",
    ])
  func refuses(_ text: String) {
    #expect(ClientAddress(parsing: text) == nil)
  }

  @Test(
    "gives every spelling of an address the same value and text (A38)",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:0201", "192.0.2.1"),
      ("0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"), ("[2001:DB8::1]", "2001:db8::1"),
      ("2001:0db8:0000:0000:0000:0000:0000:0001", "2001:db8::1"), ("::", "::"), ("::1", "::1"),
      ("1::", "1::"),
      ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
      ("64:ff9b::1.2.3.4", "64:ff9b::102:304"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"),
    ])
  func spellings(_ text: String, _ expected: String) throws {
    let address = try #require(ClientAddress(parsing: text))
    #expect(address.description == expected)
    #expect(ClientAddress(parsing: expected) == address)
  }

  @Test("one IPv6 client owns a /64 (A38)")
  func limitKeys() throws {
    let first = try #require(ClientAddress(parsing: "2001:db8:1:2::1"))
    let second = try #require(ClientAddress(parsing: "2001:db8:1:2:ffff:ffff:ffff:ffff"))
    let other = try #require(ClientAddress(parsing: "2001:db8:1:3::1"))
    let short = try #require(ClientAddress(parsing: "192.0.2.1"))
    #expect(first.limitKey == second.limitKey)
    #expect(first.limitKey != other.limitKey)
    #expect(short.limitKey == short)
  }

  @Test(
    "a request's network is its address or its /64, and none for this machine (A38)",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
      ("2001:DB8:1:2::9", "2001:db8:1:2::"), ("::ffff:192.0.2.1", "192.0.2.1"), ("127.0.0.1", nil),
      ("127.8.9.1", nil), ("::1", nil), ("0:0:0:0:0:0:0:1", nil), ("::ffff:127.0.0.1", nil), ("unix", nil),
      ("::nonsense", "unknown"),
    ] as [(String, String?)])
  func networks(_ peer: String, _ network: String?) {
    #expect(HTTPRequest(method: .get, path: "/", peer: peer).network == network)
  }

  @Test(
    "knows addresses that are not public (A39)",
    arguments: [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
      "192.0.0.1",
      "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1",
      "::ffff:10.0.0.1",
      "::10.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::", "2001::1", "2001:db8::1", "fc00::1", "fd12::1",
      "fe80::1",
      "ff02::1", "100::1", "3fff::1",
    ])
  func privateAddresses(_ text: String) throws {
    #expect(try #require(ClientAddress(parsing: text)).isPrivate)
  }

  @Test(
    "knows public addresses",
    arguments: [
      "1.1.1.1", "17.253.144.10", "100.63.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111",
      "2620:149::1",
      "2002:808:808::1", "64:ff9b::8.8.8.8",
    ])
  func publicAddresses(_ text: String) throws {
    #expect(try !#require(ClientAddress(parsing: text)).isPrivate)
  }

  @Test("takes only addresses of 4 or 16 bytes", arguments: [0, 1, 5, 15, 17])
  func lengths(_ count: Int) {
    #expect(ClientAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }
}
