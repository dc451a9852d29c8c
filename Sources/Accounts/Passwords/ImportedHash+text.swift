import BramleyCrypto

/// The text under which an imported hash is kept and exported.
extension ImportedHash {
  private static let mark = "import"

  /// The hash as one text without white space.
  package var encoded: String {
    let (name, parameters): (String, [(String, String)])
    switch algorithm {
    case .firebaseScrypt(let scrypt):
      name = "firebase-scrypt"
      parameters = [
        ("r", String(scrypt.rounds)), ("m", String(scrypt.memoryCost)),
        ("s", Base64URL.encode(scrypt.saltSeparator)),
        ("k", scrypt.signerKey.withBytes { Base64URL.encode($0) }),
      ]
    case .scrypt(let cost):
      name = "scrypt"
      parameters = [
        ("n", String(cost.memory)), ("r", String(cost.blockSize)), ("p", String(cost.parallelization)),
      ]
    case .pbkdf2(let digest, let rounds):
      name = "pbkdf2-" + digest.rawValue.lowercased()
      parameters = [("i", String(rounds))]
    case .digest(let digest, let rounds, let order):
      name = digest.rawValue.lowercased()
      parameters = [("i", String(rounds)), ("o", order.rawValue)]
    case .hmac(let digest, let key, let order):
      name = "hmac-" + digest.rawValue.lowercased()
      parameters = [("o", order.rawValue), ("k", key.withBytes { Base64URL.encode($0) })]
    }
    return [
      "", Self.mark, name, parameters.map { "\($0)=\($1)" }.joined(separator: ","), Base64URL.encode(salt),
      Base64URL.encode(hash),
    ].joined(separator: "$")
  }

  /// The hash that a text names; nil for anything else, and for costs that we are not willing to pay.
  package init?(encoded: String) {
    guard encoded.utf8.count <= 2048 else { return nil }
    let parts = encoded.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[0].isEmpty, parts[1] == Self.mark,
      let salt = Base64URL.decode(parts[4]), let hash = Base64URL.decode(parts[5]),
      let algorithm = Algorithm(name: parts[2], Self.parameters(parts[3]))
    else { return nil }
    self.init(algorithm, salt: salt, hash: hash)
  }

  /// Whether a stored text is one of these, without reading the rest of it.
  static func isEncoded(_ text: String) -> Bool { text.hasPrefix("$\(mark)$") }

  private static func parameters(_ text: String) -> [String: String] {
    var values: [String: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }
}

extension ImportedHash.Algorithm {
  fileprivate init?(name: String, _ values: [String: String]) {
    func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
    func bytes(_ name: String) -> [UInt8]? { values[name].flatMap { Base64URL.decode($0) } }
    func digest(_ name: Substring) -> DigestAlgorithm? { DigestAlgorithm(rawValue: name.uppercased()) }
    let order = values["o"].flatMap(ImportedHash.InputOrder.init(rawValue:)) ?? .unknown
    if name == "firebase-scrypt" {
      guard let rounds = number("r"), let memory = number("m"), let separator = bytes("s"),
        let key = bytes("k"),
        let scrypt = FirebaseScrypt(
          signerKey: Secret(bytes: key), saltSeparator: separator, rounds: rounds, memoryCost: memory)
      else { return nil }
      self = .firebaseScrypt(scrypt)
    } else if name == "scrypt" {
      guard let memory = number("n"), let blockSize = number("r"), let parallelization = number("p"),
        let cost = Scrypt.Cost(memory: memory, blockSize: blockSize, parallelization: parallelization)
      else { return nil }
      self = .scrypt(cost)
    } else if name.hasPrefix("pbkdf2-") {
      guard let digest = digest(name.dropFirst(7)), let rounds = number("i"),
        ImportedHashRule.derivationRounds.contains(rounds)
      else { return nil }
      self = .pbkdf2(digest, rounds: rounds)
    } else if name.hasPrefix("hmac-") {
      guard let digest = digest(name.dropFirst(5)), let key = bytes("k"), !key.isEmpty, key.count <= 1024
      else {
        return nil
      }
      self = .hmac(digest, key: Secret(bytes: key), order: order)
    } else {
      guard let digest = digest(name[...]), let rounds = number("i"),
        ImportedHashRule.digestRounds.contains(rounds)
      else { return nil }
      self = .digest(digest, rounds: rounds, order: order)
    }
  }
}
