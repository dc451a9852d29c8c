import BramleyHTTP
import SQLiteAccountStore
import _Configuration
import _Resolving

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  /// `bramley doctor`: checks the set-up and says what to do; needs no running service.
  static let doctor = Command(
    name: "doctor",
    summary: "Checks configuration, key, clock, database and the way to Apple.",
    operands: "", operandCount: 0...0,
    options: [
      .init(name: "-c", value: "FILE", help: "the configuration (bramley.json5 where it exists)"),
      .init(name: "--mail-from", value: "ADDRESS", help: "whose SPF and DKIM to look at (mail.from)"),
      .init(name: "--dkim-selector", value: "NAME", help: "s= of the DKIM-Signature in your mail"),
      .init(name: "--offline", value: nil, help: "asks nobody outside this machine"),
      .init(name: "--guide", value: nil, help: "walks through the set-up at Apple instead"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    let found = try DoctorConfiguration(
      path: options["-c"], environment: ProcessInfo.processInfo.environment, readFile: PrivateFile.read)
    if options.has("--guide") {
      for line in SetupGuide(try? found.load()).lines { Terminal.print(line) }
      return .done
    }
    let configuration: Configuration
    do throws(ConfigurationError) {
      configuration = try found.load()
    } catch {
      try DoctorReport(
        findings: [.failed("configuration", "\(error.setting): \(error.problem)", error.remedy)]
      ).print(asJSON: options.has("--json"))
      return .configuration
    }
    let http = options.has("--offline") ? nil : try DoctorReport.client(configuration)
    var doctor = Doctor(
      configuration: configuration, http: http, now: { Date() }, newestSchema: SQLiteAccountStore.newestSchema
    )
    doctor.sender = try options["--mail-from"].map { address in
      guard let sender = MailSender(address, selector: options["--dkim-selector"]) else {
        throw UsageError("--mail-from \(address) is not an address with a domain.")
      }
      return sender
    }
    doctor.dkimSelector = options["--dkim-selector"]
    if http != nil { doctor.lookUp = { try TextRecords.lookUp($0) } }
    let findings = await doctor.findings()
    let report = DoctorReport(findings: findings)
    try report.print(asJSON: options.has("--json"))
    return report.isHealthy ? .done : .failed
  }
}
