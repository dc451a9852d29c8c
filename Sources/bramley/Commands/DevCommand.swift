import AppleIDEmulator
import BramleyCrypto
import BramleyHTTP
import IdentityToolkitAPI
import _Configuration

extension Command {
  /// `bramley dev`: the service and the Apple emulator in one process, wired to each other.
  static let dev = Command(
    name: "dev",
    summary: "Runs the service with the Apple emulator, for development and tests.",
    operands: "", operandCount: 0...0,
    options: [
      .init(name: "-c", value: "FILE", help: "a configuration file (JSON5)"),
      .init(name: "--data", value: "DIR", help: "where both keep their files (./data)"),
      .init(name: "--port", value: "PORT", help: "of the service: 9099; 0 takes any free port"),
      .init(name: "--apple-port", value: "PORT", help: "of the emulator: 9100; 0 takes any free port"),
      .init(name: "--project", value: "ID", help: "the project id (demo-bramley)"),
      .init(name: "--database", value: "URL", help: "sqlite:PATH (DIR/bramley.db)"),
      .init(name: "--apple-keys", value: "FILE", help: "a private JWK set for the emulator to sign with"),
      .init(name: "--unsigned-tokens", value: nil, help: "issues unsigned ID tokens, for Node's Admin SDK"),
      .init(
        name: "--host", value: "ADDRESS", help: "where to listen beside this machine (127.0.0.1 and ::1)"),
      .init(
        name: "--allow-host", value: "NAME", help: "a name by which it may be reached with --host",
        repeats: true),
      .init(name: "--log-level", value: "LEVEL", help: "debug, info or warning (info)"),
    ]
  ) { options throws in
    let dev = try await Development.start(options)
    Terminal.print("ready service=\(dev.serviceOrigin) apple=\(dev.appleOrigin)")
    await StopSignal.wait()
    await dev.stop()
    return .done
  }
}

/// A running `dev`: two servers and what stands behind them.
private struct Development {
  let emulator: AppleIDEmulator
  let apple: HTTPServer
  let assembly: AccountsAssembly
  let service: HTTPServer

  var serviceOrigin: String { LocalServer.origin(of: service) }
  var appleOrigin: String { LocalServer.origin(of: apple) }

  static func start(_ options: CommandLineOptions) async throws -> Development {
    let log = try Log(options)
    let host = options["--host"]
    let servicePort = try options.port("--port")
    if host != nil, options.has("--unsigned-tokens") {
      throw UsageError("--unsigned-tokens is for this machine alone: leave out --host.")
    }
    if let host, ClientAddress(parsing: host)?.isLoopback == false {
      log.warning("dev is reachable at \(host): anyone who gets there can sign in as anyone")
    }
    let folder = options["--data"] ?? "data"
    try PrivateFile.makeFolder(folder)
    var configuration = try Configuration.load(.dev, options)
    if options["-c"] == nil || options["--database"] != nil {
      configuration.database = try database(options["--database"], folder)
    }
    if let project = options["--project"] { configuration.project = project }

    let (emulator, apple) = try await startEmulator(options, host: host, folder: folder, log: log)
    let appleOrigin = LocalServer.origin(of: apple)
    if let origin = Origin(appleOrigin) { configuration.apple.baseURL = origin }
    let masters =
      try configuration.masterKeys() ?? SealingKeyFile.keys(in: folder, random: SystemRandomSource())
    let mailbox = try MessagesAssembly.mailbox(configuration, appleOrigin: appleOrigin, log: log)
    let assembly = try await AccountsAssembly(
      configuration, masters: masters,
      appleKey: configuration.apple.key ?? emulator.demoCredentials.map { ($0.keyID, $0.privateKey) },
      appleBaseURL: appleOrigin, issuesUnsignedTokens: options.has("--unsigned-tokens"),
      delivery: mailbox, log: log)
    let router = ServiceRouter(
      assembly: assembly, configuration: configuration, appleBaseURL: appleOrigin,
      allowedHosts: options.all("--allow-host"), mailbox: mailbox, log: log)
    let addresses =
      servicePort == nil && host == nil && configuration.publicListen != .tcp("127.0.0.1", port: 9099)
      ? [configuration.publicListen] : try LocalServer.addresses(host: host, port: servicePort ?? 9099)
    let service = HTTPServer.service(addresses, router.responder(for: .single))
    try service.start()
    // Told at every start: the ports may be others than last time.
    try await emulator.registerDemo(
      serviceOrigins: LocalServer.loopbackOrigins(of: service)
        + options.all("--allow-host").map {
          "http://\($0):\(service.port ?? 0)"
        }, callbackPaths: ["/__/auth/handler", "/emulator/auth/handler"].map { configuration.basePath + $0 },
      notificationPath: configuration.basePath + "/apple/notifications")
    return Development(emulator: emulator, apple: apple, assembly: assembly, service: service)
  }

  private static func startEmulator(
    _ options: CommandLineOptions, host: String?, folder: String, log: Log
  ) async throws -> (AppleIDEmulator, HTTPServer) {
    var settings = AppleIDEmulator.Configuration()
    settings.storage = .directory(folder)
    settings.controlHosts = Set(options.all("--allow-host"))
    settings.signingKeys = try options.secretFile("--apple-keys")
    settings.sender = try HTTPClient(.development)
    let emulator = try await AppleIDEmulator(settings)
    let addresses = try LocalServer.addresses(host: host, port: try options.port("--apple-port") ?? 9100)
    let server = HTTPServer(
      .init(addresses: addresses),
      responder: log.threshold == .debug
        ? RequestLog(around: emulator.responder) { log.debug("apple " + $0) } : emulator.responder)
    try server.start()
    return (emulator, server)
  }

  private static func database(_ text: String?, _ folder: String) throws(ConfigurationError)
    -> Configuration.Database
  {
    guard let text else { return .sqlite(path: folder + "/bramley.db") }
    return try Configuration.Database(text, setting: "--database")
  }

  func stop() async {
    await service.stop()
    await apple.stop()
    await emulator.stop()
    await assembly.stop()
  }
}
