extension HostedPages {
  /// What an operator decides about the pages.
  package struct Configuration: Sendable {
    /// The name that pages show.
    package var name: String
    /// The address that people use, without a slash at its end; nil in development only: the name that the
    /// request came by.
    package var publicOrigin: String?
    /// The prefix of every path: empty, or beginning and not ending with a slash.
    package var basePath: String
    /// Where Apple's pages are, without a slash at the end.
    package var appleBaseURL: String
    /// Addresses that the page flow may return to, compared exactly.
    package var continueURLs: [String]
    /// Whether every page on this machine counts as listed, for the page flow and the handler; in development
    /// only (R38).
    package var allowsLoopbackContinue: Bool
    /// Host names whose pages may sign people in through the JavaScript SDK (R38).
    package var authorizedDomains: [String]
    /// Android apps that the handler may answer, by package name; in development any may ask.
    package var androidPackages: [String] = []
    /// Whether the iframe page loads Google's script (R40).
    package var usesGapi: Bool
    /// Apple's own logo as the operator placed it; nil shows a neutral mark (R41).
    package var appleLogo: Image?
    /// Whether a page of ours stands in for providers other than Apple: in development only (R46).
    package var takesOtherProviders = false
    /// Whether the console lets everybody in as owner: in development only.
    package var opensConsole = false

    /// An image file.
    package struct Image: Sendable {
      /// The file's bytes.
      package var bytes: [UInt8]
      /// `image/svg+xml` or `image/png`.
      package var contentType: String

      /// An image of that type.
      package init(bytes: [UInt8], contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
      }
    }

    /// The defaults of a development service.
    package init(
      name: String = "Bramley", publicOrigin: String? = nil, basePath: String = "",
      appleBaseURL: String = "https://appleid.apple.com", continueURLs: [String] = [],
      allowsLoopbackContinue: Bool = false, authorizedDomains: [String] = [], usesGapi: Bool = true,
      appleLogo: Image? = nil
    ) {
      self.name = name
      self.publicOrigin = publicOrigin
      self.basePath = basePath
      self.appleBaseURL = appleBaseURL
      self.continueURLs = continueURLs
      self.allowsLoopbackContinue = allowsLoopbackContinue
      self.authorizedDomains = authorizedDomains
      self.usesGapi = usesGapi
      self.appleLogo = appleLogo
    }
  }
}
