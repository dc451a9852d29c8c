public import BramleyCrypto
public import BramleyHTTP

/// What a Bramley service runs on, parsed once into values that cannot be wrong.
public struct Configuration: Sendable {
  /// Which rules apply: R1–R10.
  public enum Mode: String, Sendable {
    /// Everything open that tests need, on loopback.
    case dev
    /// Nothing open that a person outside could misuse.
    case serve
  }

  /// Where accounts are kept.
  public enum Database: Equatable, Sendable {
    /// A file of this machine.
    case sqlite(path: String)
    /// A server; the address may hold a password. Without prepared statements a pooler may give each
    /// transaction another server.
    case postgreSQL(url: Secret, preparesStatements: Bool)
  }

  /// Apple's identifiers and the way to Apple.
  public struct Apple: Sendable {
    /// What `account-deleted` from Apple does: R35.
    public enum OnAccountDeleted: String, CaseIterable, Sendable {
      /// Sessions end and the identity goes; the account follows after 30 days without another way in.
      case unlink
      /// The account is deleted at once.
      case delete
    }

    /// The developer team's ten characters.
    public var teamID: String
    /// Bundle ids of native apps.
    public var bundleIDs: [String]
    /// The Services ID of the web flow.
    public var servicesID: String?
    /// The key's id and the text of its `.p8`; without it codes are not exchanged and nothing is revoked.
    public var key: (id: String, privateKey: Secret)?
    /// A second key while keys are changed: whichever of the two Apple takes is used.
    public var nextKey: (id: String, privateKey: Secret)?
    /// The team that the app was transferred from; people are found under both teams' subjects (FR-55).
    public var previousTeamID: String?
    /// Lifetime of a client secret, at most 15 777 000 s.
    public var secretLifetime: Duration
    /// Where Apple is; anything else than Apple's own address is an emulator (R7).
    public var baseURL: Origin
    /// Issuers whose identity tokens count.
    public var issuers: [String]
    /// R14.
    public var requiresNonce: Bool
    /// R35.
    public var onAccountDeleted: OnAccountDeleted
    /// Return addresses beside our own whose codes are exchanged (FR-16).
    public var redirectURIs: [String]

    /// Whether ``baseURL`` is Apple's own.
    public var isRealApple: Bool { baseURL.description == Configuration.appleOrigin }
  }

  /// Our own tokens.
  public struct Tokens: Sendable {
    /// The signature of ID tokens.
    public enum Algorithm: String, CaseIterable, Sendable {
      /// ECDSA over P-256 with SHA-256.
      case es256 = "ES256"
      /// RSASSA-PKCS1-v1_5 with SHA-256.
      case rs256 = "RS256"
    }

    /// `iss` of ID tokens; nil: derived from the mode (contract, section 4).
    public var issuer: String?
    /// `iss` of session cookies; nil: derived from the mode.
    public var cookieIssuer: String?
    /// The signature of new tokens.
    public var algorithm: Algorithm
    /// How long an ID token is good.
    public var lifetime: Duration
  }

  /// How long sign-ins last: R34, R28.
  public struct Sessions: Sendable {
    /// Unused for so long, a session ends.
    public var idle: Duration
    /// The greatest age of a session; nil: none.
    public var absolute: Duration?
    /// How recent a sign-in must be for deletion and the like.
    public var recentSignIn: Duration
  }

  /// Rules of accounts.
  public struct Accounts: Sendable {
    /// Which links need a recorded consent: R27.
    public enum RequireConsent: String, CaseIterable, Sendable {
      /// None.
      case never
      /// Those of our pages and of our client library.
      case own
      /// All.
      case always
    }

    /// Whether an address belongs to one account only.
    public var onePerEmail: Bool
    /// Whether anonymous sign-up is offered: R29.
    public var allowsAnonymous: Bool
    /// Whether answers hide which addresses have accounts: R29.
    public var hasEnumerationProtection: Bool
    /// R27.
    public var requireConsent: RequireConsent
  }

  /// How many attempts are allowed: R43.
  public struct RateLimits: Sendable, Hashable {
    /// What a setting says of one kind.
    public enum Setting: Sendable, Hashable {
      /// Not limited.
      case off
      /// So many attempts in each window.
      case limit(count: Int, window: Duration)
    }

    /// Whether anything is limited.
    public var isEnabled: Bool
    /// The kinds whose default is changed, by their names.
    public var kinds: [String: Setting]
  }

  /// How long records are kept: R44.
  public struct Retention: Sendable, Hashable {
    /// Audit rows, from their day.
    public var audit: Duration
    /// Ended sessions, from their end.
    public var sessions: Duration
    /// Network addresses, from the last use.
    public var addresses: Duration
    /// Grants of Apple that are over or replaced, from the authorization.
    public var grants: Duration
    /// The hash of a deleted account's identifier, from the deletion.
    public var tombstones: Duration
  }

  /// The web flow's allow-lists: R38, R40.
  public struct Web: Sendable {
    /// Host names whose pages may sign people in.
    public var authorizedDomains: [String]
    /// Whether the iframe page loads Google's script.
    public var usesGapi: Bool
    /// Addresses that the page flow may return to, compared exactly.
    public var continueURLs: [String]
    /// Android apps that the handler may answer, by package name.
    public var androidPackages: [String]
  }

  /// How mail goes out; nothing is sent without a server.
  public struct Mail: Sendable {
    /// The server that takes it; nil: no mail.
    public var server: MailServer?
    /// A file of certificates in PEM to trust for it instead of the system's.
    public var authorityPath: String?
    /// The sender's name, which mail programs show.
    public var senderName: String?
    /// The sender's address.
    public var senderAddress: String
    /// Addresses and domains that are registered with Apple's mail relay; empty: not said (FR-32).
    public var relaySenders: [String]
  }

  /// How text messages go out.
  public enum TextMessages: Sendable {
    /// Not at all.
    case none
    /// A program and its arguments, run for each message.
    case command([String])
    /// An address that each message is posted to, and the key that signs it.
    case webhook(url: String, secret: Secret)
  }

  /// How pages look.
  public struct Pages: Sendable {
    /// The name that pages show.
    public var name: String
    /// A file with Apple's own logo: R41.
    public var appleLogoPath: String?
  }

  /// Apple's own address.
  public static let appleOrigin = "https://appleid.apple.com"

  /// Which rules apply.
  public var mode: Mode
  /// The project id: `aud` of our tokens.
  public var project: String
  /// The address that people and devices use; nil in `dev`: the loopback name that a request came by.
  public var publicOrigin: Origin?
  /// Where the public listener stands.
  public var publicListen: ListenAddress
  /// Where the admin listener stands; nil in `dev`: there is one listener.
  public var adminListen: ListenAddress?
  /// Addresses whose forwarded headers count.
  public var proxies: [String]
  /// The prefix of every path: empty, or beginning and not ending with a slash.
  public var basePath: String
  /// Where accounts are kept.
  public var database: Database
  /// Whether a server prepares statements; for a `--database` that replaces the configured one.
  public var preparesStatements: Bool
  /// Apple.
  public var apple: Apple
  /// Our own tokens.
  public var tokens: Tokens
  /// The keys that seal secrets and sign refresh tokens, with their ids; none in `dev`, which makes one.
  ///
  /// The first is the current one; the others open what they sealed, until it is sealed anew.
  public var sealingKeys: [(id: String, key: Secret)]
  /// The file that the sealing keys came from, where they came from one: a rotation writes it.
  public var sealingKeyPath: String?
  /// How long sign-ins last.
  public var sessions: Sessions
  /// Rules of accounts.
  public var accounts: Accounts
  /// How many attempts are allowed.
  public var rateLimits: RateLimits
  /// How long records are kept.
  public var retention: Retention
  /// Allow-lists of the web flow.
  public var web: Web
  /// Mail.
  public var mail: Mail
  /// Text messages.
  public var textMessages: TextMessages
  /// Whether `Bearer owner` is accepted in `serve`: R3.
  public var acceptsOwnerBearer: Bool
  /// API keys that are accepted; empty: any.
  public var apiKeys: [String]
  /// How pages look.
  public var pages: Pages
  /// What was given, told apart by hash: see ``changedSettings(from:)``.
  var given: [String: SHA256Digest] = [:]
}
