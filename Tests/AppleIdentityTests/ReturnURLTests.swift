import AppleIdentity
import Testing

@Suite("Apple's rules for return addresses")
struct ReturnURLTests {
  static let refused: [(String, [AppleReturnURL.Fault])] = [
    ("http://example.com/cb", [.notHTTPS]), ("myapp://callback.example/cb", [.notHTTPS]),
    ("https://localhost/cb", [.localhost]), ("https://localhost:8443/cb", [.localhost]),
    ("http://localhost", [.notHTTPS, .localhost]), ("https://app.localhost/cb", [.localhost]),
    ("https://127.0.0.1/cb", [.ipAddress]), ("https://203.0.113.7:443/cb", [.ipAddress]),
    ("https://[2001:db8::1]/cb", [.ipAddress]), ("https://1.2/cb", [.ipAddress]),
    ("https://intranet/cb", [.noDomain]), ("https://example..com/cb", [.noDomain]),
    ("https://example.com/cb#top", [.fragment]), ("https://me@example.com/cb", [.credentials]),
    ("example.com/cb", [.notAbsolute]), ("", [.notAbsolute]), ("https:///cb", [.notAbsolute]),
    ("https://example.com/ö", [.badCharacter]), ("https://example.com/a b", [.badCharacter]),
  ]

  @Test("each broken rule is named before Apple's page does it (FR-61)", arguments: refused)
  func broken(address: String, faults: [AppleReturnURL.Fault]) {
    #expect(AppleReturnURL.faults(in: address) == faults)
    for fault in faults { #expect(!fault.advice.isEmpty) }
  }

  @Test(
    "what keeps the rules passes",
    arguments: [
      "https://example.com", "https://auth.example.com/__/auth/handler", "HTTPS://EXAMPLE.COM/cb?x=1",
      "https://example.com:8443/cb", "https://xn--bcher-kva.example/cb",
      "https://user-1.example.co.uk/cb?a=b@c",
    ])
  func good(address: String) {
    #expect(AppleReturnURL.faults(in: address).isEmpty)
  }
}
