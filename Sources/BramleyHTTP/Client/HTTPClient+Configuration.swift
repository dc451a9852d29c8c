extension HTTPClient {
  /// The limits of a client.
  public struct Configuration: Sendable {
    /// How long connecting may take, TLS included.
    public var connectTimeout: Duration = .seconds(5)
    /// How long an exchange may take in all, unless the request says otherwise.
    public var timeout: Duration = .seconds(10)
    /// The longest body of an answer, in bytes.
    public var bodyLimit = 1 << 20
    /// How many requests may be under way or wait; more are refused as overloaded.
    public var concurrencyLimit = 1024
    /// How many connections one host gets; further requests wait.
    public var connectionsPerHost = 16
    /// A file of certificates in PEM to trust instead of the system's; nil for the system's.
    public var certificateAuthorityFile: String?
    /// Names that lead to fixed addresses, `name:port:address` as curl's `--resolve` takes it.
    public var fixedAddresses: [String] = []
    /// Whether only public addresses may be connected to, whatever a name leads to (A39).
    public var refusesPrivateAddresses = true
    /// The address of a proxy for every request; nil for none. It looks names up and judges where they lead,
    /// so ``refusesPrivateAddresses`` has no effect behind one.
    public var proxy: String?
    /// What the client calls itself, `Bramley/VERSION` in the service.
    public var userAgent = "Bramley"

    /// The usual limits, public addresses only.
    public init() {}

    /// The usual limits for development: addresses of this machine and its network are allowed.
    public static var development: Configuration {
      var configuration = Configuration()
      configuration.refusesPrivateAddresses = false
      return configuration
    }
  }
}
