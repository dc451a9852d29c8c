import Accounts
import AppleIDClient
import BramleyHTTP
import IdentityToolkitAPI
import Synchronization
import _Configuration

/// A service that runs, and takes over what may change while it does: Apple's keys, limits, the theme.
final class RunningService: Sendable {
  /// What the public listener answers with.
  let open: SwitchedResponder
  /// What the admin listener answers with.
  let admin: SwitchedResponder
  private let log: Log
  private let router: ServiceRouter
  private let current: Mutex<Configuration>
  private let load: @Sendable () throws -> Configuration

  /// A service that answers by a router.
  ///
  /// - Parameter load: Reads the configuration anew.
  init(
    _ configuration: Configuration, router: ServiceRouter, log: Log,
    load: @escaping @Sendable () throws -> Configuration
  ) {
    open = SwitchedResponder(router.responder(for: .open))
    admin = SwitchedResponder(router.responder(for: Self.adminListener(configuration)))
    current = Mutex(configuration)
    self.router = router
    self.log = log
    self.load = load
  }

  /// Reads the configuration anew and takes over what it may; the rest is named and stays as it is.
  ///
  /// A configuration that cannot work changes nothing: the service goes on with the one it has.
  func reload() {
    // One at a time, and in the order of the signals.
    current.withLock { old in
      do {
        let new = try load()
        let restart = new.settingsForRestart(from: old)
        var taken = old
        if new.takesAppleKeys(from: old) {
          taken.apple.key = new.apple.key
          taken.apple.nextKey = new.apple.nextKey
          taken.apple.secretLifetime = new.apple.secretLifetime
          router.assembly.apple.use(
            try taken.apple.key.map { try AppleAssembly.credentials(taken, $0) })
        }
        taken.pages = new.pages
        taken.rateLimits = new.rateLimits
        router.assembly.accounts.limiter.use(RateLimits(new.rateLimits))
        var router = router
        router.configuration = taken
        open.use(router.responder(for: .open))
        admin.use(router.responder(for: Self.adminListener(taken)))
        let changed = new.changedSettings(from: old).filter { !restart.contains($0) }
        log.info(
          "configuration read anew: "
            + (changed.isEmpty ? "nothing to take over" : changed.joined(separator: ", ")))
        for setting in restart { log.warning("\(setting) has changed and waits for a restart") }
        old = taken.acknowledging(new, except: restart)
      } catch {
        log.warning("the configuration was not taken over, the service goes on with the one it has: \(error)")
      }
    }
  }

  private static func adminListener(_ configuration: Configuration) -> Listener {
    .admin(acceptsOwnerBearer: configuration.acceptsOwnerBearer)
  }
}

/// A responder in whose place another may step; requests that are being answered end with the one they met.
final class SwitchedResponder: HTTPResponder {
  private let responder: Mutex<any HTTPResponder>

  init(_ responder: any HTTPResponder) { self.responder = Mutex(responder) }

  /// Lets another answer from now on.
  func use(_ other: any HTTPResponder) { responder.withLock { $0 = other } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    await responder.withLock { $0 }.respond(to: request)
  }
}
