public import BramleyCrypto

extension HTTPServer {
  /// The limits and addresses of a server.
  public struct Configuration: Sendable {
    /// Renders a refusal that the server makes itself; the request is nil when its head was not understood.
    public typealias RefusalRenderer = @Sendable (ServerRefusal, HTTPRequest?) -> HTTPResponse

    /// Where to listen. An IPv6 loopback address beside an IPv4 one is left out where it does not exist.
    public var addresses: [ListenAddress]
    /// How many threads answer; as many as there are processors by default.
    public var threads: Int = Processors.count
    /// The longest body taken, in bytes.
    public var bodyLimit = 1 << 20
    /// Memory for the head of each connection, in bytes; a longer head is answered 431.
    public var connectionMemory = 32 << 10
    /// How many connections may be open in all.
    public var connectionLimit = 4096
    /// How many connections one address may hold; loopback addresses and ``limitExemptions`` are not counted.
    public var connectionsPerAddress = 256
    /// Addresses that may hold any number of connections: the proxies in front of the service.
    public var limitExemptions: Set<ClientAddress> = []
    /// How long a connection may do nothing; whole seconds.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a request may take to arrive whole, beyond ``idleTimeout``.
    public var arrivalTimeout: Duration = .seconds(30)
    /// How long a responder may take; then it is cancelled and 503 is answered.
    public var responseDeadline: Duration = .seconds(60)
    /// How long an answer may take to be fetched by its client.
    public var deliveryTimeout: Duration = .seconds(120)
    /// From when on a connection whose client has closed its end is given up, also one that is being answered.
    public var absenceCheck: Duration = .seconds(1)
    /// How long ``HTTPServer/stop()`` waits for the answers under way.
    public var stopDeadline: Duration = .seconds(10)
    /// Certificate and key for TLS; nil for plain HTTP.
    public var tls: TLSIdentity?
    /// Renders the refusals of the server itself.
    public var renderRefusal: RefusalRenderer = { refusal, _ in
      .text(refusal.sentence + "\n", status: refusal.status)
    }
    /// Makes the identifier of a request; nil for the server's own, which are unique but not secret.
    public var makeRequestID: (@Sendable () -> String)?

    /// The usual limits at the given addresses.
    public init(addresses: [ListenAddress]) { self.addresses = addresses }
  }

  /// A certificate chain and its private key.
  public struct TLSIdentity: Sendable {
    /// The certificate and those that lead to its root, as PEM.
    public var certificatePEM: String
    /// The private key, as PEM.
    public var privateKeyPEM: Secret

    /// A certificate chain and its key.
    public init(certificatePEM: String, privateKeyPEM: Secret) {
      self.certificatePEM = certificatePEM
      self.privateKeyPEM = privateKeyPEM
    }
  }
}
