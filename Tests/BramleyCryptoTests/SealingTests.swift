import BramleyCrypto
import Testing

@Suite("Sealing")
struct SealingTests {
  static let one = try! MasterKey(id: "one", secret: Secret(bytes: [UInt8](repeating: 1, count: 32)))
  static let two = try! MasterKey(id: "two", secret: Secret(bytes: [UInt8](repeating: 2, count: 32)))
  static let ring = try! SealingKeyRing(MasterKeyRing(current: one), purpose: "test")
  static let binding = Array("grants/1".utf8)

  func code(_ body: () throws(CryptoError) -> Void) -> CryptoError.Code? {
    do throws(CryptoError) {
      try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test("a sealed value with any one bit changed, cut or extended does not open")
  func altered() throws {
    let sealed = try Self.ring.seal(Array("value".utf8), binding: Self.binding)
    for index in sealed.indices {
      var other = sealed
      other[index] ^= 0x10
      let code = code { () throws(CryptoError) in _ = try Self.ring.open(other, binding: Self.binding) }
      // Behind the version stand the length of the key's id and the id itself.
      let namesAnotherKey = (1..<2 + Self.one.id.utf8.count).contains(index) && code == .unknownKeyID
      #expect(code == .sealBroken || namesAnotherKey, "byte \(index)")
    }
    for count in 0..<sealed.count {
      #expect(
        code { () throws(CryptoError) in
          _ = try Self.ring.open(Array(sealed[..<count]), binding: Self.binding)
        } == .sealBroken)
    }
    #expect(
      code { () throws(CryptoError) in _ = try Self.ring.open(sealed + [0], binding: Self.binding) }
        == .sealBroken)
  }

  @Test("a sealed value opens in its own place only, and for its own purpose")
  func binding() throws {
    let sealed = try Self.ring.seal(Array("value".utf8), binding: Self.binding)
    #expect(
      code { () throws(CryptoError) in _ = try Self.ring.open(sealed, binding: Array("grants/2".utf8)) }
        == .sealBroken)
    #expect(code { () throws(CryptoError) in _ = try Self.ring.open(sealed, binding: []) } == .sealBroken)
    let other = try SealingKeyRing(MasterKeyRing(current: Self.one), purpose: "other")
    #expect(
      code { () throws(CryptoError) in _ = try other.open(sealed, binding: Self.binding) } == .sealBroken)
  }

  @Test("a value whose key is gone says so")
  func unknownKey() throws {
    let sealed = try Self.ring.seal([1], binding: [])
    let other = try SealingKeyRing(MasterKeyRing(current: Self.two), purpose: "test")
    #expect(code { () throws(CryptoError) in _ = try other.open(sealed, binding: []) } == .unknownKeyID)
  }

  @Test("one value sealed twice looks different each time")
  func nonces() throws {
    #expect(try Self.ring.seal([1], binding: []) != Self.ring.seal([1], binding: []))
    let large = SystemRandomSource().bytes(100_000)
    #expect(try Self.ring.open(Self.ring.seal(large, binding: []), binding: []) == large)
  }

  @Test("keys outside the sizes are refused")
  func sizes() {
    for count in [0, 16, 31, 33] {
      #expect(
        code { () throws(CryptoError) in
          _ = try SealingKey(Secret(bytes: [UInt8](repeating: 1, count: count)))
        } == .keySize)
    }
    let short = Secret(bytes: [UInt8](repeating: 1, count: 31))
    #expect(code { () throws(CryptoError) in _ = try MasterKey(id: "a", secret: short) } == .keySize)
    let secret = Secret(bytes: [UInt8](repeating: 1, count: 32))
    for id in ["", String(repeating: "a", count: 65)] {
      #expect(code { () throws(CryptoError) in _ = try MasterKey(id: id, secret: secret) } == .keySize)
    }
    #expect(
      code { () throws(CryptoError) in _ = try MasterKeyRing(current: Self.one, previous: [Self.one]) }
        == .invalidKey)
  }

  @Test("authentication keys are found by id, and an old one still checks")
  func macRing() throws {
    let old = try HMACKeyRing(MasterKeyRing(current: Self.one), purpose: "refresh")
    let new = try HMACKeyRing(MasterKeyRing(current: Self.two, previous: [Self.one]), purpose: "refresh")
    let code = old.current.authenticationCode(for: [1, 2, 3])
    #expect(new.currentID == "two")
    #expect(new.key("one")?.isValid(code, for: [1, 2, 3]) == true)
    #expect(new.key("two")?.isValid(code, for: [1, 2, 3]) == false)
    #expect(new.key("three") == nil)
  }

  @Test("many tasks at once seal, open, hash and sign without mixing their contexts")
  func concurrent() async throws {
    let key = try P256PrivateKey.generate()
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let value = Array("value \(number)".utf8)
          guard let sealed = try? Self.ring.seal(value, binding: value),
            let opened = try? Self.ring.open(sealed, binding: value), let signature = try? key.sign(value)
          else { return false }
          return opened == value && key.publicKey.verify(signature: signature, message: value)
            && SHA256.digest(value) == SHA256.digest(utf8: "value \(number)")
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("password hashes outside the accepted costs are refused, and so is damaged text")
  func passwords() throws {
    let password = Secret(utf8: "password")
    let salt = [UInt8](repeating: 1, count: 16)
    for parameters in [
      Argon2id.Parameters(memoryInKiB: 4, passes: 1, lanes: 1),
      .init(memoryInKiB: 1 << 20, passes: 1, lanes: 1),
      .init(memoryInKiB: 64, passes: 0, lanes: 1), .init(memoryInKiB: 64, passes: 17, lanes: 1),
      .init(memoryInKiB: 64, passes: 1, lanes: 0), .init(memoryInKiB: 8, passes: 1, lanes: 2),
    ] {
      #expect(
        code { () throws(CryptoError) in
          _ = try Argon2id.hash(password: password, salt: salt, parameters: parameters)
        } == .passwordHash)
    }
    #expect(
      code { () throws(CryptoError) in _ = try Argon2id.hash(password: password, salt: [1]) } == .passwordHash
    )
    let good = try Argon2id.hash(
      password: password, salt: salt, parameters: .init(memoryInKiB: 64, passes: 1, lanes: 1))
    for text in [
      "", "$2b$10$abcdefghijklmnopqrstuv", good.replacing("argon2id", with: "argon2i"),
      String(good.dropLast(30)),
      good.replacing("m=64", with: "m=4000000000"), good.replacing("m=64", with: "m=x"),
      good.replacing("t=1", with: "t"),
      good.replacing("m=64,", with: ""), good + String(repeating: "A", count: 600),
      good.replacing("v=19", with: "v=99"),
    ] {
      #expect(
        code { () throws(CryptoError) in _ = try Argon2id.verify(password: password, encoded: text) }
          == .passwordHash, "\(text)")
    }
  }
}
