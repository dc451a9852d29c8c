import BramleyCrypto
import BramleyJOSE
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Puts an emulator together from its configuration and from what a store kept.
enum EmulatorOpening {
  /// Opens the store, reads or makes keys, seeds the demo registry.
  static func open(_ configuration: AppleIDEmulator.Configuration) async throws -> EmulatorCore {
    let now = configuration.now()
    var store: EmulatorStore?
    var state = EmulatorState(isTracked: false)
    if case .directory(let path) = configuration.storage {
      let opened = try EmulatorStore(directory: path)
      store = opened
      state = try opened.load()
    }
    let served = try signingKeys(configuration, kept: state.serviceKeys.ordered, now: now)
    for key in served where configuration.signingKeys == nil {
      if state.serviceKeys[key.keyID] == nil { state.serviceKeys[key.keyID] = try KeptKey(key) }
    }
    guard let current = served.last else {
      throw EmulatorError(.unusableSigningKeys, "The key set to sign with holds no RSA key.")
    }
    var demo: DemoRegistry?
    if configuration.seedsDemo {
      let registry = DemoRegistry(key: try demoKey(in: state))
      try registry.seed(&state, now: now)
      demo = registry
    }
    return EmulatorCore(
      configuration: configuration, keeper: StateKeeper(state, store: store),
      keys: ServiceKeySet(served: served, current: current), demo: demo)
  }

  private static func signingKeys(
    _ configuration: AppleIDEmulator.Configuration, kept: [KeptKey], now: Date
  ) throws -> [ServiceKey] {
    if let given = configuration.signingKeys {
      do {
        return try PrivateJWK.keys(inSet: given).compactMap { jwk in
          guard case .rs256(let key) = jwk.key else { return nil }
          return try ServiceKey(keyID: jwk.keyID, key: key, createdAt: now)
        }
      } catch let error as JOSEError {
        throw EmulatorError(
          .unusableSigningKeys, "The key set to sign with cannot be read: \(error.message)")
      }
    }
    let keys = try kept.map { try $0.serviceKey() }.sorted { $0.createdAt < $1.createdAt }
    return keys.isEmpty ? [try ServiceKey.generate(random: configuration.random, now: now)] : keys
  }

  private static func demoKey(in state: EmulatorState) throws -> P256PrivateKey {
    guard let pem = state.developerKeys[DemoRegistry.keyID]?.privatePEM else { return try .generate() }
    return try P256PrivateKey(pem: Secret(utf8: pem))
  }
}
