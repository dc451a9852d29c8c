import BramleyCrypto
import BramleyHTTP
import IdentityToolkitAPI
import _Configuration

extension Command {
  /// `bramley serve`: the service against the real Apple.
  static let serve = Command(
    name: "serve",
    summary: "Runs the service against the real Apple.",
    operands: "", operandCount: 0...0,
    options: [
      .init(name: "-c", value: "FILE", help: "the configuration (JSON5); the environment wins over it"),
      .init(name: "--log-level", value: "LEVEL", help: "debug, info or warning (info)"),
    ]
  ) { options throws in
    // A signal that comes before everything stands asks for what happens anyway.
    StopSignal.onHangup {}
    let log = try Log(options)
    let configuration = try Configuration.load(.serve, options)
    guard let masters = try configuration.masterKeys(), let adminListen = configuration.adminListen else {
      preconditionFailure("serve is not parsed without them")
    }
    if !configuration.apple.isRealApple {
      log.warning(
        "apple.allowEmulator is on: \(configuration.apple.baseURL) can sign in as anyone. Never in production."
      )
    }
    if configuration.apple.key == nil {
      log.warning("apple.privateKey is not set: codes are not exchanged, and nothing is revoked at Apple")
    }
    if configuration.rateLimits.isEnabled, configuration.proxies.isEmpty,
      configuration.publicOrigin?.scheme == "https"
    {
      log.warning(
        "proxies is empty: limits by network do not know the clients behind a proxy on this machine")
    }
    for finding in AddressChecks.warnings(configuration) { log.warning(finding) }
    if configuration.mail.server == nil {
      log.info("mail.smtp is not set: no mail is sent, and what needs it is refused")
    }
    // They listen before the database answers, so that whoever asks hears "not ready" instead of nothing.
    let basePath = configuration.basePath
    let (open, closed) = (DeferredResponder(basePath: basePath), DeferredResponder(basePath: basePath))
    let service = HTTPServer.service([configuration.publicListen], open, proxies: configuration.proxies)
    let admin = HTTPServer.service([adminListen], closed)
    try service.start()
    try admin.start()
    let assembly = try await AccountsAssembly(
      configuration, masters: masters, appleKey: configuration.apple.key,
      appleBaseURL: configuration.apple.baseURL.description, issuesUnsignedTokens: false,
      delivery: try MessagesAssembly.delivery(configuration, log: log), log: log)
    let router = ServiceRouter(
      assembly: assembly, configuration: configuration, appleBaseURL: configuration.apple.baseURL.description,
      allowedHosts: [], log: log)
    let running = RunningService(configuration, router: router, log: log) {
      try Configuration.load(.serve, options)
    }
    open.begin(running.open)
    closed.begin(running.admin)
    StopSignal.onHangup { running.reload() }
    Terminal.print(
      "ready service=\(configuration.publicOrigin?.description ?? LocalServer.origin(of: service)) "
        + "admin=\(LocalServer.origin(of: admin))")
    await StopSignal.wait()
    await service.stop()
    await admin.stop()
    await assembly.stop()
    return .done
  }
}
