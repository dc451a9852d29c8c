import AuthenticationServices
import Foundation
import Testing

@testable import AppleSignIn

@Suite("Button") @MainActor struct ButtonTests {
  @Test(
    "follows light and dark unless a colour is chosen: issue 7 point 6, quirk 20",
    arguments: [
      (AppleButtonAppearance.Style.automatic, false, AppleButtonAppearance.Style.black),
      (.automatic, true, .white), (.black, true, .black), (.white, false, .white),
      (.whiteOutline, true, .whiteOutline),
    ])
  func style(
    _ style: AppleButtonAppearance.Style, _ isDark: Bool, _ shown: AppleButtonAppearance.Style
  ) { #expect(AppleButtonAppearance(style: style).resolvedStyle(isDark: isDark) == shown) }

  @Test("is never smaller than Apple allows")
  func size() {
    #expect(AppleButtonAppearance.size(fitting: .zero) == CGSize(width: 140, height: 30))
    let large = CGSize(width: 300, height: 48)
    #expect(AppleButtonAppearance.size(fitting: large) == large)
    #expect(AppleButtonAppearance.margin(height: 48) == 4.8)
  }

  @Test(
    "draws radii from square to capsule",
    arguments: [(nil, nil), (-3, 0), (8, 8), (100, 24)] as [(CGFloat?, CGFloat?)])
  func radius(_ given: CGFloat?, _ drawn: CGFloat?) {
    #expect(AppleButtonAppearance(cornerRadius: given).radius(height: 48) == drawn)
  }

  @Test("makes the system's button for every label and style")
  func systemButton() {
    for label in AppleButtonAppearance.Label.allCases {
      for style in AppleButtonAppearance.Style.allCases {
        let appearance = AppleButtonAppearance(label, style: style, cornerRadius: 10)
        #expect(appearance.systemButton(isDark: true, height: 48).cornerRadius == 10)
      }
    }
  }

  @Test("shows Apple first, whatever the order given")
  func appleFirst() {
    #expect(SignInChoice.ordered([.password, .page, .apple]) == [.apple, .password, .page])
    #expect(SignInChoice.ordered([.anonymous, .password]) == [.anonymous, .password])
  }
}
