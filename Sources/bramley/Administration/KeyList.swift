import Accounts
import BramleyCrypto
import BramleyJOSE

/// What `keys list` shows.
struct KeyList: Encodable {
  struct Signing: Encodable {
    let id: String
    let algorithm: String
    let signs: Bool
    let signsFrom: String?
  }

  struct Sealing: Encodable {
    let id: String
    let isCurrent: Bool
    let isInUse: Bool
  }

  let signing: [Signing]
  let sealing: [Sealing]

  init(_ store: any AccountStore, _ masters: MasterKeyRing) async throws {
    var signing: [Signing] = []
    let registers = try await SigningKeyRegister.all(in: store, keys: masters, random: SystemRandomSource())
    for register in registers {
      signing += try await register.list(at: SystemTime().now()).map {
        Signing(
          id: $0.id, algorithm: register.algorithm.rawValue, signs: $0.signs,
          signsFrom: $0.signsFrom?.internetText)
      }
    }
    self.signing = signing
    let inUse = try await SealingKeyInUse(store).id()
    sealing = masters.all.map {
      Sealing(id: $0.id, isCurrent: $0.id == masters.current.id, isInUse: $0.id == inUse)
    }
  }

  var lines: [String] {
    signing.map { key in
      let state = key.signs ? "signs" : key.signsFrom.map { "signs from \($0)" } ?? "verifies"
      return ["signing", key.id, key.algorithm, state].joined(separator: "\t")
    }
      + sealing.map { key in
        let state = (key.isCurrent ? "current" : "earlier") + (key.isInUse ? ", in use" : "")
        return ["sealing", key.id, state].joined(separator: "\t")
      }
  }
}
