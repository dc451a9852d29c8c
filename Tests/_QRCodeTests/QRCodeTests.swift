import BramleyCrypto
import Testing

@testable import _QRCode

/// The symbols were drawn by another encoder (python-qrcode 8) and compared module by module; longer ones stand
/// here as the SHA-256 of their modules, row by row, `1` for dark.
@Suite("QR codes")
struct QRCodeTests {
  private static let text = String(
    repeating: "otpauth://totp/Pear:ann@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Pear&digits=6&", count: 9)

  @Test("a text that does not fit has no code")
  func tooLong() {
    #expect(QRCode.capacity == 666)
    #expect(QRCode(String(repeating: "x", count: 667)) == nil)
    #expect(QRCode(String(repeating: "x", count: 666))?.width == 97)
    #expect(QRCode(String(repeating: "\u{e9}", count: 334)) == nil)
  }

  @Test("a short text, module by module")
  func short() throws {
    let code = try #require(QRCode("otp"))
    let rows = (0..<code.width).map { row in
      String((0..<code.width).map { code.isDark(row: row, column: $0) ? "#" : "." })
    }
    #expect(
      rows == [
        "#######.###...#######",
        "#.....#..#.##.#.....#",
        "#.###.#..#.#..#.###.#",
        "#.###.#.##.#..#.###.#",
        "#.###.#.#.#.#.#.###.#",
        "#.....#.#..#..#.....#",
        "#######.#.#.#.#######",
        "........##.##........",
        "#...#.####.#.#####..#",
        "##.##...#.###..#.##..",
        ".#.##.#....#..####.#.",
        "..##....#.#..##.#..##",
        "#.##.##..##.###..#...",
        "........###.###...##.",
        "#######.###.##...#.#.",
        "#.....#..####..#.#.##",
        "#.###.#.####..###.###",
        "#.###.#..####..#.#.##",
        "#.###.#..###..#####..",
        "#.....#..#...##.#.#..",
        "#######.#...###...#.#",
      ])
  }

  @Test(
    "each size, at the shortest text that another encoder masks in the same way",
    arguments: [
      (3, 21, "2da89232ba95faf6ac8411d1aff8417434b20c1f6fdf17c43fa18c9a1068d80c"),
      (15, 25, "df34935e90c69657b1370b249af9fe0ea78dff84c1faef444308c2a3dfc3ea10"),
      (28, 29, "12209be2789d4f151e063044a4dcb1218b80440bb0825d08971474fbc28387ff"),
      (46, 33, "25f14642667c58a61a1e0e04460d9c6477ec5d762a7c0ed52cb81734f2081aeb"),
      (64, 37, "86691203c068c9587f91897cbb3113a643819214bb31e6c78a6c0a057446fbb2"),
      (85, 41, "adbe2c1c08c9dbcd1701497ee3bb907a4fe11d9a6692cd593077bae0c6999adf"),
      (107, 45, "59df5586cea47441cdb7bde016865c87608e8d82ab084b9ea1d933ad20190bff"),
      (123, 49, "86df4f80593f21847329c23e15a269d46f48788137a73469c8aba274e6a76175"),
      (153, 53, "f32a65cde59117f32ff4ceb6b3f67ed195a627cf50c3ed382687caac169d74ba"),
      (181, 57, "91086530365f089be5c87eef65c2362e667c504cff8808d44ce19a9c432d33c8"),
      (214, 61, "96bac8a2c7a8077aecff49cac447af8c8206ab69e2060c0b6b025bb032c37448"),
      (260, 65, "c8825025156dd2cd26a1173902400d67fd450b732fafe226d1c943bd98b4c6ba"),
      (288, 69, "5380a2b5bc47a5b23865abe598d86f3480f75fa879bdc85c4286dca71d063355"),
      (333, 73, "7feba00fddab9cbec7463634340376d183b2d0b02af01a79bbbad3ffa6d5de4c"),
      (367, 77, "ef55c0e40c50ff30e994f3259caefa6b4597d4192701c9615492c6115bf780e2"),
      (413, 81, "6f6f5637f81d8333df78479e71acac018f9ddb2f2cbddbf910a8268d60ddf67c"),
      (455, 85, "1d57169def5b125f9e5f18c8b16794e72bf02c69154741ad5bb61eee3c99af31"),
      (505, 89, "518782d2e9cf973a17eb8cb8105311b554867ad1276dc18fd25d9c062cb0056b"),
      (561, 93, "6abccdf7938562fb864b7c2be870df0fc1099f79db3e7157274a2dedf7088e45"),
      (626, 97, "90d8b504dcdb774cd048508c06bef551e369082472005a8ec37ffad514ea0355"),
    ] as [(Int, Int, String)])
  func sizes(count: Int, width: Int, digest: String) throws {
    let code = try #require(QRCode(String(Self.text.prefix(count))))
    #expect(code.width == width)
    #expect(SHA256.digest(utf8: String(code.modules.map { $0 ? "1" : "0" })).hex == digest)
  }

  @Test("no text, and text beyond ASCII, have a code", arguments: ["", "\u{6f22}\u{5b57}", "\u{1f34f}"])
  func unusual(text: String) throws {
    #expect(try #require(QRCode(text)).width == 21)
  }

  @Test("around the symbol all is light")
  func margin() throws {
    let code = try #require(QRCode("otp"))
    #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: 21))
    #expect(code.isDark(row: 0, column: 0))
  }
}
