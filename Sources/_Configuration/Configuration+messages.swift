import BramleyCrypto
import BramleyHTTP

extension Configuration {
  /// Mail: a server and a sender, or neither. `dev` has a sender for its mailbox.
  static func mail(_ isDev: Bool, _ reader: SettingsReader) throws(ConfigurationError) -> Mail {
    let server = try mailServer(reader)
    let sender = try mailSender(reader)
    guard server == nil || sender != nil else {
      throw ConfigurationError(
        setting: "mail.from", problem: "mail.smtp is set without it.",
        remedy: "Name the sender: \"My App <noreply@example.com>\"; at Apple's relay register its domain.")
    }
    if let sender, server == nil, !isDev {
      throw ConfigurationError(
        setting: "mail.smtp", problem: "mail.from is \(sender.address), but there is no server.",
        remedy: "Set mail.smtp or mail.smtpFile: smtp://user:password@mail.example.com:587.")
    }
    let senders = try reader.list("mail.relaySenders") ?? []
    for entry in senders
    where entry.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7f }) || entry.hasPrefix("@") {
      throw reader.invalid(
        "mail.relaySenders", "\(entry) is neither an address nor a domain.",
        "List what is registered at Apple: [\"example.com\", \"noreply@mail.example.com\"].")
    }
    return Mail(
      server: server, authorityPath: try authority(reader), senderName: sender?.name,
      senderAddress: sender?.address ?? "noreply@example.com",
      relaySenders: senders)
  }

  private static func authority(_ reader: SettingsReader) throws(ConfigurationError) -> String? {
    guard let path = try reader.text("mail.authorityFile") else { return nil }
    guard reader.readFile(path) != nil else {
      throw reader.invalid("mail.authorityFile", "The file was not found.", "Check the path: \(path)")
    }
    return path
  }

  private static func mailServer(_ reader: SettingsReader) throws(ConfigurationError) -> MailServer? {
    guard let text = try reader.secret("mail.smtp") else { return nil }
    let trimmed = Secret(utf8: (text.revealText() ?? "").trimmed)
    guard let server = MailServer(parsing: trimmed) else {
      throw reader.invalid(
        "mail.smtp", "It is not smtp://user:password@host:port.",
        "Write smtp:// (STARTTLS, port 587) or smtps:// (port 465); percent-encode : / @ % in the login."
      )
    }
    return server
  }

  /// Reads `Name <address>` or the address alone.
  private static func mailSender(_ reader: SettingsReader) throws(ConfigurationError)
    -> (name: String?, address: String)?
  {
    guard let text = try reader.text("mail.from") else { return nil }
    var (name, address): (String?, String) = (nil, text.trimmed)
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      name = String(address[..<open]).trimmed
      address = String(address[address.index(after: open)...].dropLast()).trimmed
    }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"<>,;:\"\\()[]".utf8.contains($0) }
    let isOneAddress = !(name ?? "").contains { $0 == "<" || $0 == ">" }
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, isPlain, isOneAddress,
      address.utf8.count <= 254
    else {
      throw reader.invalid(
        "mail.from", "It is not a mail address in ASCII.", "Write \"My App <noreply@example.com>\".")
    }
    if name?.count ?? 0 >= 2, name?.hasPrefix("\"") == true, name?.hasSuffix("\"") == true {
      name = name.map { String($0.dropFirst().dropLast()) }
    }
    return (name.flatMap { $0.isEmpty ? nil : $0 }, address)
  }

  /// Text messages: a command or a webhook.
  static func textMessages(_ reader: SettingsReader) throws(ConfigurationError) -> TextMessages {
    let command = try reader.list("sms.command") ?? []
    let url = try reader.text("sms.webhook")
    let secret = try reader.secret("sms.webhookSecret")
    if let program = command.first {
      guard url == nil else {
        throw reader.invalid("sms.webhook", "sms.command is set as well.", "Keep one of the two.")
      }
      guard program.hasPrefix("/") else {
        throw reader.invalid(
          "sms.command", "\(program) is not an absolute path.",
          "Give program and arguments as a list: [\"/usr/local/bin/send-text\", \"-q\"]; no shell reads it."
        )
      }
      return .command(command)
    }
    guard let url else { return .none }
    guard isWebhook(url) else {
      throw reader.invalid(
        "sms.webhook", "It is not an https address.",
        "Write \"https://…\"; http:// is for this machine alone.")
    }
    guard let secret, secret.count >= 32 else {
      throw ConfigurationError(
        setting: "sms.webhookSecret",
        problem: secret == nil ? "sms.webhook is set without it." : "It is shorter than 32 characters.",
        remedy: "Make one with: openssl rand -hex 32, and give it to the webhook, which checks the signature."
      )
    }
    return .webhook(url: url, secret: secret)
  }

  private static func isWebhook(_ url: String) -> Bool {
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), let slashes = url.firstRange(of: "://") else {
      return false
    }
    let authority = url[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let origin = Origin(String(url[..<slashes.upperBound] + authority)) else { return false }
    return origin.scheme == "https" || origin.isLoopback
  }
}
