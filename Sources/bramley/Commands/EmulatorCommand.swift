import AppleIDEmulator
import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// `bramley emulator`: Apple's service alone, for teams with a back end of their own.
  static let emulator = Command(
    name: "emulator",
    summary: "Runs the Apple emulator alone, for a back end of your own.",
    operands: "", operandCount: 0...0,
    options: [
      .init(name: "--host", value: "ADDRESS", help: "where to listen (127.0.0.1 and ::1)"),
      .init(
        name: "--allow-host", value: "NAME",
        help: "a further name by which the control API and the console answer",
        repeats: true),
      .init(name: "--port", value: "PORT", help: "9100; 0 takes any free port"),
      .init(name: "--data", value: "DIR", help: "keeps its state there; in memory when left out"),
      .init(name: "--issuer", value: "URL", help: "iss of its tokens (https://appleid.apple.com)"),
      .init(
        name: "--profile", value: "NAME",
        help: "strict or relaxed Return URLs for clients that name none (strict)"),
      .init(
        name: "--tls", value: nil,
        help: "serves https with a local authority kept in --data DIR, good for appleid.apple.com"),
      .init(name: "--apple-keys", value: "FILE", help: "a private JWK set to sign with"),
      .init(name: "--log-level", value: "LEVEL", help: "debug, info or warning (info)"),
    ]
  ) { options throws in
    let log = try Log(options)
    var configuration = AppleIDEmulator.Configuration()
    if let issuer = options["--issuer"] { configuration.issuer = issuer }
    if let name = options["--profile"] {
      guard let profile = ReturnURLProfile(rawValue: name) else {
        throw UsageError("--profile \(name) is neither strict nor relaxed.")
      }
      configuration.defaultProfile = profile
    }
    if let folder = options["--data"] {
      try PrivateFile.makeFolder(folder)
      configuration.storage = .directory(folder)
    }
    configuration.controlHosts = Set(options.all("--allow-host"))
    configuration.signingKeys = try options.secretFile("--apple-keys")
    configuration.sender = try HTTPClient(.development)
    let authority = try localAuthority(options, now: configuration.now())
    if authority != nil { configuration.scheme = "https" }
    let emulator = try await AppleIDEmulator(configuration)
    var listening = HTTPServer.Configuration(
      addresses: try LocalServer.addresses(
        host: options["--host"], port: try options.port("--port") ?? 9100))
    listening.tls = try authority?.makeIdentity(now: configuration.now())
    let server = HTTPServer(
      listening, responder: RequestLog(around: emulator.responder) { log.debug("apple " + $0) })
    try server.start()
    if let authority { Terminal.print("authority \(authority.certificateFile)") }
    Terminal.print("ready apple=\(LocalServer.origin(of: server, scheme: configuration.scheme))")
    await StopSignal.wait()
    await server.stop()
    await emulator.stop()
    return .done
  }
}

/// The authority that `--tls` serves with; it has to be kept, since back ends trust its file.
private func localAuthority(_ options: CommandLineOptions, now: Date) throws -> LocalAuthority? {
  guard options.has("--tls") else { return nil }
  guard let folder = options["--data"] else {
    throw UsageError("--tls keeps its certificate authority in a directory: give --data DIR.")
  }
  return try LocalAuthority(directory: folder, now: now)
}
