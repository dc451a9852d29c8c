import Accounts
import BramleyCrypto
import BramleyHTTP
import BramleyMail
import HostedPages
import IdentityToolkitAPI
import OperationsAPI
import _Configuration

/// Puts the routes of a listener together with what stands before them.
struct ServiceRouter {
  let assembly: AccountsAssembly
  var configuration: Configuration
  /// Where browsers find Apple.
  let appleBaseURL: String
  /// Names beside loopback ones by which `dev` may be reached: `--allow-host`.
  let allowedHosts: [String]
  /// What `dev` sent; nil in `serve`.
  var mailbox: DevelopmentMailbox?
  let log: Log
  /// What all listeners count.
  private let metrics = Metrics()

  private var mode: ServiceMode { configuration.mode == .dev ? .dev : .serve }

  /// What answers on a listener.
  func responder(for listener: Listener) -> any HTTPResponder {
    let pages = HostedPages(
      accounts: assembly.accounts, configuration: pagesConfiguration, random: SystemRandomSource(),
      log: { log.info($0) })
    var router = Router { error, request in
      IdentityToolkitAPI.wantsPage(request) && error is RoutingFailure
        ? pages.notFound(request) : IdentityToolkitAPI.failure(error)
    }
    let isPublic = listener == .single || listener == .open
    let home: HTTPHandler = { request, _ in await pages.home(request) }
    let action: HTTPHandler = { request, _ in await pages.action(request) }
    router.add(wire.routes(for: listener, home: isPublic ? home : nil, action: isPublic ? action : nil))
    if isPublic { router.add(pages.router) }
    // The console has no place on the public listener (decision 14).
    if listener != .open { router.add(pages.consoleRouter(hasAssets: !isPublic)) }
    if let mailbox {
      router.add(
        MailboxPages(mailbox: mailbox, app: configuration.pages.name, basePath: configuration.basePath).router
      )
    }
    router.add(
      OperationsAPI(
        accounts: assembly.accounts, metrics: metrics,
        counters: { [assembly] in assembly.store.counters + [assembly.accounts.limiter.counter] },
        gauges: { [assembly] in assembly.store.gauges },
        log: { log.warning($0) }
      ).routes(takesNotifications: isPublic, showsDetails: listener != .open))
    return guarded(router)
  }

  private var wire: IdentityToolkitAPI {
    var settings = IdentityToolkitAPI.Settings(project: configuration.project)
    settings.apiKeys = Set(configuration.apiKeys)
    // In `serve` nothing is authorized that is not listed.
    if mode == .serve || !configuration.web.authorizedDomains.isEmpty {
      settings.authorizedDomains = configuration.web.authorizedDomains
    }
    settings.publicOrigin = configuration.publicOrigin?.description
    settings.basePath = configuration.basePath
    return IdentityToolkitAPI(
      accounts: assembly.accounts, signer: assembly.signer, mode: mode, settings: settings,
      time: assembly.time, random: SystemRandomSource(), adminTokens: StoredAdminTokens(assembly.accounts),
      mailbox: mailbox,
      log: { log.info($0) })
  }

  private var pagesConfiguration: HostedPages.Configuration {
    var pages = HostedPages.Configuration(
      name: configuration.pages.name, publicOrigin: configuration.publicOrigin?.description,
      basePath: configuration.basePath, appleBaseURL: appleBaseURL,
      continueURLs: configuration.web.continueURLs,
      allowsLoopbackContinue: configuration.mode == .dev,
      authorizedDomains: configuration.web.authorizedDomains, usesGapi: configuration.web.usesGapi,
      appleLogo: configuration.pages.appleLogoPath.flatMap(PrivateFile.read).map {
        HostedPages.Configuration.Image(bytes: $0, contentType: Self.imageType($0))
      })
    pages.androidPackages = configuration.web.androidPackages
    pages.opensConsole = configuration.mode == .dev
    pages.takesOtherProviders = configuration.mode == .dev
    return pages
  }

  /// From the outside in: who asks, by which name, under which prefix, from which page.
  private func guarded(_ router: Router) -> any HTTPResponder {
    let mode = mode
    let domains = configuration.web.authorizedDomains
    let allowedHosts = Set(allowedHosts.map { $0.lowercased() })
    let usesTLS = configuration.publicOrigin?.scheme == "https"
    let crossOrigin = CrossOrigin(around: router) { origin, path in
      mode.allows(origin: origin, path: path, authorizedDomains: domains)
    }
    let secured = SecurityHeaders(strictTransport: usesTLS ? .seconds(31_536_000) : nil, around: crossOrigin)
    let based: any HTTPResponder =
      configuration.basePath.isEmpty
      ? secured
      : BasePath(configuration.basePath, around: secured) { _ in
        IdentityToolkitAPI.failure(RoutingFailure.noSuchPath)
      }
    let checked = HostCheck(
      around: based,
      refuse: { _ in
        IdentityToolkitAPI.failure(
          ServerRefusal.malformed(
            "This name does not lead here. Use localhost, or start with --allow-host NAME."))
      }, isAllowed: { host in mode.allows(host: host) || allowedHosts.contains(host.description) })
    let clients = ForwardedClient(
      proxies: Set(configuration.proxies.compactMap { ClientAddress(parsing: $0) }),
      trustsUnixSocket: configuration.proxies.contains("unix"), around: checked)
    let metered = RequestMeter(around: clients) { [metrics] in metrics.observe($0, $1, $2) }
    return log.threshold == .debug ? RequestLog(around: metered) { log.debug($0) } : metered
  }

  /// The type of an image by its first bytes.
  private static func imageType(_ bytes: [UInt8]) -> String {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "image/png" : "image/svg+xml"
  }
}

extension HTTPServer {
  /// A server of ours: refusals in the wire's envelope.
  ///
  /// - Parameter proxies: Each stands for many clients, so their number of connections is not limited.
  static func service(
    _ addresses: [ListenAddress], _ responder: any HTTPResponder, proxies: [String] = []
  ) -> HTTPServer {
    var configuration = Configuration(addresses: addresses)
    configuration.limitExemptions = Set(proxies.compactMap { ClientAddress(parsing: $0) })
    configuration.renderRefusal = { refusal, _ in IdentityToolkitAPI.failure(refusal) }
    return HTTPServer(configuration, responder: responder)
  }
}
