import Accounts
import BramleyCrypto
import _Configuration

extension Command {
  /// `bramley accounts import`: accounts of Firebase's export, or of our own.
  static let accountsImport = Command(
    name: "accounts import",
    summary: "Imports accounts from Firebase's export (JSON or CSV), or from our own. Begin again after a "
      + "break: what is there stays as it is.",
    operands: "FILE", operandCount: 1...1,
    options: OperatedStore.options + [
      .init(name: "--team", value: "ID", help: "the Apple team of apple.com identities, with --database"),
      .init(
        name: "--format", value: "FORMAT", help: "json or csv (by the file's name); - reads standard input"),
      .init(name: "--overwrite", value: nil, help: "replaces accounts that are there; their sessions end"),
      .init(name: "--dry-run", value: nil, help: "says what would be left out, and writes nothing"),
      .init(
        name: "--hash-algo", value: "NAME",
        help: "SCRYPT, BCRYPT, STANDARD_SCRYPT, PBKDF2_SHA256, HMAC_SHA256…"),
      .init(name: "--hash-key", value: "BASE64", help: "the signer key; seen by whoever lists processes"),
      .init(name: "--hash-key-file", value: "FILE", help: "the signer key in base64, in a file"),
      .init(name: "--salt-separator", value: "BASE64", help: "of SCRYPT"),
      .init(name: "--rounds", value: "N", help: "of SCRYPT, PBKDF2, SHA and MD5"),
      .init(name: "--mem-cost", value: "N", help: "of SCRYPT, 1 to 14; of STANDARD_SCRYPT, a power of two"),
      .init(name: "--parallelization", value: "N", help: "of STANDARD_SCRYPT"),
      .init(name: "--block-size", value: "N", help: "of STANDARD_SCRYPT"),
      .init(name: "--dk-len", value: "N", help: "of STANDARD_SCRYPT"),
      .init(name: "--hash-input-order", value: "ORDER", help: "SALT_FIRST or PASSWORD_FIRST (either)"),
      .init(name: "--json", value: nil, help: "answers the counts and the rows left out in JSON"),
    ]
  ) { options throws in
    let path = options.operands[0]
    let isCSV = try options.isCSV(path)
    let passwords: ImportedHashRule
    do throws(ImportFault) {
      passwords = try ImportedHashRule(try options.hashParameters())
    } catch { throw UsageError(error.description) }
    let input = try InputFile(path)
    return try await domain(options, isBulk: true) { accounts in
      let report: (AccountImport.Failure) -> Void = { failure in
        Terminal.note(
          "line \(failure.line): \(failure.code): \(failure.message)"
            + (failure.localID.map { " (\($0.printable))" } ?? ""))
      }
      var reported = 0
      var work = AccountImport(
        accounts, overwrites: options.has("--overwrite"), isDryRun: options.has("--dry-run"), report: report
      ) { counts in
        guard counts.read / 50_000 > reported / 50_000 else { return }
        reported = counts.read
        Terminal.note("\(counts.read) rows read, \(counts.imported) imported, \(counts.leftOut) left out")
      }
      var broken: ImportFileError?
      do {
        if isCSV {
          try await work.run(CSVImportSource(input, accounts, passwords))
        } else {
          try await work.run(JSONImportSource(input, accounts, passwords))
        }
      } catch let error as ImportFileError {
        broken = error
        Terminal.note("\(error)")
      }
      let answer = ImportAnswer(work, broken, isDryRun: options.has("--dry-run"))
      Terminal.print(options.has("--json") ? try JSONText.line(answer) : answer.line)
      return broken == nil && work.counts.leftOut == 0 ? .done : .failed
    }
  }
}

/// What an import came to.
private struct ImportAnswer: Encodable {
  let counts: AccountImport.Counts
  let failures: [AccountImport.Failure]
  let brokenAtLine: Int?
  let isDryRun: Bool

  init(_ work: AccountImport, _ broken: ImportFileError?, isDryRun: Bool) {
    counts = work.counts
    failures = work.failures
    brokenAtLine = broken?.line
    self.isDryRun = isDryRun
  }

  var line: String {
    "\(counts.read) rows read: \(counts.imported) \(isDryRun ? "would be imported" : "imported"), "
      + "\(counts.present) there already, \(counts.leftOut) left out"
  }
}

extension CommandLineOptions {
  /// Whether a file is CSV, by `--format` or by its name.
  func isCSV(_ path: String) throws(UsageError) -> Bool {
    switch self["--format"]?.lowercased() {
    case "csv": return true
    case "json": return false
    case nil:
      if path.lowercased().hasSuffix(".csv") { return true }
      if path.lowercased().hasSuffix(".json") { return false }
      throw UsageError("\(path): say --format json or --format csv.")
    case let format?: throw UsageError("--format \(format) is neither json nor csv.")
    }
  }

  /// How the passwords of an import were hashed, by the names that Firebase's tool has.
  func hashParameters() throws(ImportFault) -> ImportedHashRule.Parameters {
    func number(_ name: String) throws(ImportFault) -> Int64? {
      guard let text = self[name] else { return nil }
      guard let number = Int64(text) else {
        throw ImportFault(.invalidHashParameters, "\(name) \(text) is not a number.")
      }
      return number
    }
    var parameters = ImportedHashRule.Parameters()
    parameters.algorithm = self["--hash-algo"]
    parameters.signerKey = self["--hash-key"]
    if let path = self["--hash-key-file"] {
      guard let bytes = PrivateFile.read(path) else {
        throw ImportFault(.invalidHashParameters, "--hash-key-file \(path) cannot be read.")
      }
      parameters.signerKey = String(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
    }
    parameters.saltSeparator = self["--salt-separator"]
    parameters.rounds = try number("--rounds")
    parameters.memoryCost = try number("--mem-cost")
    parameters.parallelization = try number("--parallelization")
    parameters.blockSize = try number("--block-size")
    parameters.derivedKeyLength = try number("--dk-len")
    switch self["--hash-input-order"]?.uppercased() {
    case nil: break
    case "SALT_FIRST": parameters.inputOrder = "SALT_AND_PASSWORD"
    case "PASSWORD_FIRST": parameters.inputOrder = "PASSWORD_AND_SALT"
    case let order?:
      throw ImportFault(
        .invalidHashParameters, "--hash-input-order \(order) is neither SALT_FIRST nor PASSWORD_FIRST.")
    }
    return parameters
  }
}
