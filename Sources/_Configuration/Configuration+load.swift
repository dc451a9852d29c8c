import BramleyCrypto
import BramleyHTTP

extension Configuration {
  /// Reads the settings of a mode from a file and the environment.
  ///
  /// - Parameters:
  ///   - json5: The file's bytes; nil when no file was named.
  ///   - readFile: Reads the files that `…File` settings name; nil when one cannot be read.
  /// - Throws: ``ConfigurationError`` for the first setting on which the service cannot run.
  public static func load(
    mode: Mode, json5: [UInt8]?, environment: [String: String], readFile: @escaping (String) -> [UInt8]?
  ) throws(ConfigurationError) -> Configuration {
    let document = try SettingsDocument(json5: json5, environment: environment)
    var configuration = try read(mode, SettingsReader(document: document, readFile: readFile))
    try configuration.checkListeners()
    configuration.given = Self.hashes(of: document, readFile)
    return configuration
  }

  private static func read(_ mode: Mode, _ reader: SettingsReader) throws(ConfigurationError)
    -> Configuration
  {
    let isDev = mode == .dev
    return Configuration(
      mode: mode,
      project: try project(isDev, reader),
      publicOrigin: try publicOrigin(isDev, reader),
      publicListen: try listen("listen.public", reader)
        ?? .tcp("127.0.0.1", port: isDev ? 9099 : 8080),
      adminListen: isDev ? nil : try listen("listen.admin", reader) ?? .tcp("127.0.0.1", port: 8081),
      proxies: try proxies(reader),
      basePath: try basePath(reader),
      database: try database(isDev, reader),
      preparesStatements: try preparesStatements(reader),
      apple: try apple(isDev, reader),
      tokens: Tokens(
        issuer: try reader.text("tokens.issuer"), cookieIssuer: try reader.text("tokens.cookieIssuer"),
        algorithm: try reader.choice("tokens.algorithm", Tokens.Algorithm.self) ?? .es256,
        lifetime: try reader.duration("tokens.lifetime") ?? .seconds(3600)),
      sealingKeys: try sealingKeys(isDev, reader),
      sealingKeyPath: try reader.text("keys.sealingFile"),
      sessions: Sessions(
        idle: try reader.duration("sessions.idle") ?? .seconds(90 * 86_400),
        absolute: try reader.duration("sessions.absolute"),
        recentSignIn: try reader.duration("sessions.recentSignIn") ?? .seconds(300)),
      accounts: Accounts(
        onePerEmail: try reader.boolean("accounts.onePerEmail") ?? true,
        allowsAnonymous: try reader.boolean("accounts.anonymous") ?? isDev,
        hasEnumerationProtection: try reader.boolean("accounts.enumerationProtection") ?? !isDev,
        requireConsent: try reader.choice("accounts.requireConsent", Accounts.RequireConsent.self) ?? .own),
      rateLimits: try rateLimits(isDev, reader),
      retention: try retention(reader),
      web: Web(
        authorizedDomains: try reader.list("web.authorizedDomains") ?? [],
        usesGapi: try reader.boolean("web.gapi") ?? true,
        continueURLs: try reader.list("web.continueUrls") ?? [],
        androidPackages: try reader.list("web.androidPackages") ?? []),
      mail: try mail(isDev, reader),
      textMessages: try textMessages(reader),
      acceptsOwnerBearer: try reader.boolean("admin.ownerBearer") ?? isDev,
      apiKeys: try reader.list("apiKeys") ?? [],
      pages: Pages(
        name: try reader.text("pages.name") ?? "Bramley", appleLogoPath: try reader.text("pages.appleLogo")))
  }

  private static func project(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError) -> String {
    let project =
      isDev
      ? try reader.text("project") ?? "demo-bramley"
      : try reader.required("project", example: "\"my-app\"")
    let allowed = project.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
    }
    guard allowed, (1...63).contains(project.utf8.count) else {
      throw reader.invalid(
        "project", "It is not a project id.", "Use up to 63 small letters, digits and hyphens.")
    }
    return project
  }

  private static func publicOrigin(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError)
    -> Origin?
  {
    let text =
      isDev
      ? try reader.text("publicOrigin")
      : try reader.required("publicOrigin", example: "\"https://auth.example.com\"")
    guard let text else { return nil }
    guard let origin = Origin(text) else {
      throw reader.invalid(
        "publicOrigin", "It is not scheme://host[:port].",
        "Write it without path or trailing slash: \"https://auth.example.com\"; a path goes into basePath.")
    }
    guard origin.scheme == "https" || origin.isLoopback else {
      throw reader.invalid(
        "publicOrigin", "It is http on a name that is not this machine.",
        "Use https:// (a reverse proxy may end TLS); http:// is for loopback names.")
    }
    return origin
  }

  private static func listen(_ key: String, _ reader: SettingsReader) throws(ConfigurationError)
    -> ListenAddress?
  {
    guard let text = try reader.text(key) else { return nil }
    guard let address = ListenAddress(parsing: text) else {
      throw reader.invalid(
        key, "It is not an address with a port.",
        "Write \"127.0.0.1:8080\", \"[::1]:8080\" or \"unix:/run/bramley.sock\".")
    }
    return address
  }

  /// An entry that cannot be read would leave every client behind that proxy one and the same (A38).
  private static func proxies(_ reader: SettingsReader) throws(ConfigurationError) -> [String] {
    let proxies = try reader.list("proxies") ?? []
    for proxy in proxies where proxy != "unix" && ClientAddress(parsing: proxy) == nil {
      throw reader.invalid(
        "proxies", "\(proxy) is not an address.",
        "List each proxy's own address, \"10.0.0.2\"; \"unix\" is whoever comes by a Unix socket.")
    }
    return proxies
  }

  private static func basePath(_ reader: SettingsReader) throws(ConfigurationError) -> String {
    let path = try reader.text("basePath") ?? ""
    guard !path.isEmpty, path != "/" else { return "" }
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let isPlain = trimmed.utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || "-._~/".utf8.contains($0)
    }
    guard trimmed.hasPrefix("/"), isPlain, !trimmed.contains("//"), !trimmed.contains("..") else {
      throw reader.invalid("basePath", "It is not a plain path.", "Write \"/auth\".")
    }
    return trimmed
  }

  private static func preparesStatements(_ reader: SettingsReader) throws(ConfigurationError) -> Bool {
    try reader.choice("database.preparedStatements", PreparedStatements.self) != .off
  }

  private static func database(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError)
    -> Database
  {
    guard let given = try reader.secret("database"), let text = given.revealText()?.trimmed else {
      if isDev { return try Database("sqlite:data/bramley.db", setting: "database") }
      _ = try reader.required("database", example: "\"sqlite:/var/lib/bramley/bramley.db\"")
      throw reader.invalid("database", "It is no text.", "Write sqlite:PATH or postgres://….")
    }
    return try Database(text, setting: "database", preparesStatements: preparesStatements(reader))
  }

  private static func sealingKeys(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError)
    -> [(id: String, key: Secret)]
  {
    guard let secret = try reader.secret("keys.sealing") else {
      if isDev { return [] }
      throw ConfigurationError(
        setting: "keys.sealing", problem: "It is not set.",
        remedy:
          "Make one with: printf 'k1:%s' \"$(openssl rand -hex 32)\" > sealing.key; chmod 600 sealing.key;"
          + " then set keys.sealingFile to its path. Keep a copy beside your backups, never inside them.")
    }
    guard let parsed = SealingKeyText.parseAll(secret) else {
      throw reader.invalid(
        "keys.sealing", "It is not an id and 64 hexadecimal digits.",
        "Write id:key, for example k1: and the output of: openssl rand -hex 32; after a rotation the newest "
          + "first, one a line, each with an id of its own.")
    }
    return parsed
  }

  /// R8: what the world reaches needs https in front and proxies that are named.
  private func checkListeners() throws(ConfigurationError) {
    if mode == .serve, !publicListen.isLoopback, publicOrigin?.scheme != "https" || proxies.isEmpty {
      throw ConfigurationError(
        setting: "listen.public", problem: "\(publicListen) is reached from outside this machine.",
        remedy: "Keep 127.0.0.1 behind a reverse proxy, or set an https publicOrigin and list the proxies.")
    }
    // Else the second one would blame another program for the port.
    if let adminListen, adminListen == publicListen, !adminListen.takesAnyPort {
      throw ConfigurationError(
        setting: "listen.admin", problem: "It is the address of listen.public, \(publicListen).",
        remedy: "Give it a port of its own, for example 127.0.0.1:8081.")
    }
    if acceptsOwnerBearer, let adminListen, !adminListen.isLoopback {
      throw ConfigurationError(
        setting: "admin.ownerBearer", problem: "It is on while listen.admin is \(adminListen).",
        remedy: "Let listen.admin be a loopback address, or use admin tokens instead.")
    }
  }
}

extension ListenAddress {
  /// Whether the system chooses the port.
  var takesAnyPort: Bool { if case .tcp(_, 0) = kind { true } else { false } }

  /// Whether only this machine reaches it.
  var isLoopback: Bool {
    switch kind {
    case .tcp(let host, _): ClientAddress(parsing: host)?.isLoopback ?? false
    case .unix: true
    }
  }
}

extension Configuration.Database {
  /// Reads `sqlite:PATH` or `postgres://…`.
  ///
  /// - Parameters:
  ///   - setting: Where the text came from, for the refusal.
  ///   - preparesStatements: Whether a server prepares statements.
  public init(_ text: String, setting: String, preparesStatements: Bool = true) throws(ConfigurationError) {
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgreSQL(url: Secret(utf8: text), preparesStatements: preparesStatements)
      return
    }
    guard text.hasPrefix("sqlite:"), text.count > 7 else {
      throw ConfigurationError(
        setting: setting, problem: "It names neither a file nor a server.",
        remedy: "Write \"sqlite:/var/lib/bramley/bramley.db\" or \"postgres://user@host/database\".")
    }
    self = .sqlite(path: String(text.dropFirst(7)))
  }
}

/// `database.preparedStatements`.
enum PreparedStatements: String, CaseIterable {
  case auto
  case off
}
