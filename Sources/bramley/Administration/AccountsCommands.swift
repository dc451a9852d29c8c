import Accounts
import _Configuration

extension Command {
  /// `bramley accounts`: administration without HTTP.
  static let accounts = Command.group(
    "accounts", "Lists, shows, imports, exports, locks and deletes accounts.",
    [
      accountsList, accountsShow, accountsImport, accountsExport, accountsDelete, accountsDisable,
      accountsEnable, accountsRevokeSessions,
    ])

  private static let asJSON = CommandLineOptions.Option(name: "--json", value: nil, help: "answers in JSON")

  private static let accountsList = Command(
    name: "accounts list",
    summary: "Lists accounts in the order of their identifiers: id, address, made, last sign-in, state.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(name: "--after", value: "ID", help: "begins behind this account"),
      .init(name: "--limit", value: "N", help: "how many at most (100)"),
      .init(name: "--all", value: nil, help: "all of them, however many"),
      asJSON,
    ]
  ) { options throws in
    let limit = try options.count("--limit", in: 1...1_000_000) ?? (options.has("--all") ? .max : 100)
    return try await domain(options) { accounts in
      var after = try options["--after"].map { text throws(UsageError) in
        guard let id = Account.ID(text) else {
          throw UsageError("--after \(text) is no account's identifier.")
        }
        return id
      }
      var left = limit
      while left > 0 {
        let page = try await accounts.list(after: after, limit: min(left, 1000))
        for account in page {
          Terminal.print(
            options.has("--json")
              ? try JSONText.line(AccountRecord(account, showsPasswords: false)) : AccountLine.text(account))
        }
        guard page.count == min(left, 1000), let last = page.last?.id else { return .done }
        left -= page.count
        after = last
      }
      if let after { Terminal.note("more with: --after \(after.text)") }
      return .done
    }
  }

  private static let accountsShow = Command(
    name: "accounts show",
    summary: "Shows an account: profile, ways in, sessions, newest audit rows.",
    operands: "ID|ADDRESS|+NUMBER", operandCount: 1...1, options: OperatedStore.options + [asJSON]
  ) { options throws in
    try await one(options) { accounts, account in
      let view = try await AccountView(account, accounts)
      for line in options.has("--json") ? [try JSONText.line(view)] : view.lines { Terminal.print(line) }
    }
  }

  private static let accountsDelete = Command(
    name: "accounts delete",
    summary: "Deletes an account; its sessions end, and the service revokes its grants at Apple.",
    operands: "ID|ADDRESS|+NUMBER", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in
    try await one(options) { accounts, account in
      try await accounts.delete(account.id, client: OperatedStore.operatorFacts)
      Terminal.print("deleted \(account.id.text)")
    }
  }

  private static let accountsDisable = Command(
    name: "accounts disable",
    summary: "Locks an account: every sign-in, refresh and token of it is refused.",
    operands: "ID|ADDRESS|+NUMBER", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in try await lock(options, true) }

  private static let accountsEnable = Command(
    name: "accounts enable",
    summary: "Unlocks an account.",
    operands: "ID|ADDRESS|+NUMBER", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in try await lock(options, false) }

  private static let accountsRevokeSessions = Command(
    name: "accounts revoke-sessions",
    summary: "Ends every session of an account and refuses the tokens issued until now.",
    operands: "ID|ADDRESS|+NUMBER", operandCount: 1...1, options: OperatedStore.options
  ) { options throws in
    try await one(options) { accounts, account in
      let count = try await accounts.sessions(of: account.id).count
      try await accounts.endSessions(of: account.id, client: OperatedStore.operatorFacts)
      Terminal.print("ended \(count) sessions of \(account.id.text)")
    }
  }

  private static func lock(_ options: CommandLineOptions, _ isDisabled: Bool) async throws -> ExitStatus {
    try await one(options) { accounts, account in
      var update = AdministrativeUpdate()
      update.isDisabled = isDisabled
      _ = try await accounts.administer(account.id, update, client: OperatedStore.operatorFacts)
      Terminal.print("\(isDisabled ? "disabled" : "enabled") \(account.id.text)")
    }
  }

  /// Runs a command over the domain of the store that the options name.
  static func domain(
    _ options: CommandLineOptions, isBulk: Bool = false, _ body: (Accounts) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    let opened = try await OperatedStore.open(options, isBulk: isBulk)
    defer { opened.stop() }
    return try await body(try opened.accounts())
  }

  /// Runs a command on the account that the operand names.
  private static func one(
    _ options: CommandLineOptions, _ body: (Accounts, Account) async throws -> Void
  ) async throws -> ExitStatus {
    let name = options.operands[0]
    let key = try AccountLine.key(name)
    return try await domain(options) { accounts in
      guard let account = try await accounts.accounts(by: [key]).first else {
        Terminal.note("USER_NOT_FOUND: There is no account \(name.printable).")
        return .failed
      }
      try await body(accounts, account)
      return .done
    }
  }
}

/// An account in a line, and how a person names one.
enum AccountLine {
  static func text(_ account: Account) -> String {
    [
      account.id.text, account.email ?? account.phoneNumber ?? "-", account.createdAt.internetText,
      account.lastLoginAt?.internetText ?? "-", account.isDisabled ? "disabled" : "enabled",
    ].map(\.printable).joined(separator: "\t")
  }

  /// The key that a name stands for: an address has an `@`, a telephone number begins with a plus.
  static func key(_ name: String) throws(UsageError) -> AccountKey {
    if name.hasPrefix("+") { return .phone(name) }
    if name.contains("@"), EmailAddress.normalized(name) != nil { return .email(name) }
    guard let id = Account.ID(name) else { throw UsageError("\(name.printable) is no name of an account.") }
    return .id(id)
  }
}

extension CommandLineOptions {
  /// A whole number within limits.
  func count(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(name) \(text) is not a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
