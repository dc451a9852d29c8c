import AppleIdentity
import _Configuration

/// Forms of team and client ids, as far as they can be judged without Apple (FR-12).
enum IdentifierChecks {
  static func findings(_ apple: Configuration.Apple) -> [Finding] {
    var findings = [Finding.ok("team", "\(apple.teamID) has the form of a team id")]
    for id in apple.bundleIDs { findings.append(finding("bundle-id", id, team: apple.teamID)) }
    if let id = apple.servicesID {
      findings.append(finding("services-id", id, team: apple.teamID))
    } else {
      findings.append(
        .note("services-id", "none: web pages and other systems than Apple's cannot sign in with Apple"))
    }
    if apple.bundleIDs.isEmpty {
      findings.append(
        .warning(
          "bundle-id", "none: tokens of native apps are refused",
          "List every app's bundle id in apple.bundleIds; a native token names it as its audience."))
    }
    return findings
  }

  private static func finding(_ check: String, _ id: String, team: String) -> Finding {
    if id.hasPrefix(team + ".") {
      return .failed(
        check, "\(id) begins with the team id",
        "Write \(id.dropFirst(team.count + 1)); Apple refuses the prefix.")
    }
    let allowed = id.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d
        || $0 == 0x2e
    }
    guard allowed, id.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
    else {
      return .failed(
        check, "\(id) holds what no identifier has",
        "Copy it from Identifiers at developer.apple.com/account.")
    }
    guard id.contains(".") else {
      return .warning(
        check, "\(id) has no dot in it",
        "It is usually written like com.example.app; compare letter by letter, capitals count.")
    }
    return .ok(check, id)
  }
}
