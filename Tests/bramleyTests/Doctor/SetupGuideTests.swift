import Foundation
import Testing

@testable import bramley

@Suite("bramley doctor --guide")
struct SetupGuideTests {
  @Test("the guide names the configuration's own team, apps, key and addresses")
  func values() throws {
    let text = SetupGuide(try served()).lines.joined(separator: "\n")
    for value in [
      "DEMOTEAM01", "com.example.app", "com.example.web", "https://auth.example.com/__/auth/handler",
      "https://auth.example.com/apple/notifications",
    ] {
      #expect(text.contains(value), "\(value)")
    }
  }

  @Test("the page in docs has every step under the same title, in the same order, and what goes wrong there")
  func page() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/setup-apple.md"), encoding: .utf8)
    let sections = page.components(separatedBy: "\n## ").dropFirst()
    let titles = SetupGuide(nil).steps.enumerated().map { "\($0.offset + 1). \($0.element.title)" }
    #expect(sections.prefix(titles.count).map { String($0.prefix { $0 != "\n" }) } == titles)
    for section in sections.prefix(titles.count) { #expect(section.contains("What goes wrong")) }
  }
}
