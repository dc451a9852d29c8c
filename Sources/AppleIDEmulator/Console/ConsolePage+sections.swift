import _Markup
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ConsolePage {
  /// What relying parties asked, the newest first, with the reason for every refusal.
  var requests: HTML {
    let rows = core.log.records().prefix(60).map { record -> [HTML] in
      let parameters = record.parameters.map { parameter -> HTML in
        "<span class=\"parameter\"><b>\(parameter.name)</b>=\(parameter.value)</span> "
      }
      let mark: HTML = record.status >= 400 ? "bad" : "good"
      let reason: HTML = "<span class=\"reason\">\(record.reason ?? "")</span>"
      let fault: HTML = "<span class=\"fault\">fault: \(record.fault ?? "")</span>"
      return [
        "<time>\(Self.time(record.at))</time>", "\(record.method) <code>\(record.path)</code>",
        "<details><summary>\(record.parameters.count)</summary>\(parameters)</details>",
        "<span class=\"\(mark)\">\(record.status)</span>",
        "<code>\(record.error ?? "")</code> \(reason) \(fault, if: record.fault != nil)",
      ]
    }
    return Self.table(
      ["Time (UTC)", "Request", "Parameters", "Status", "Why"], Array(rows),
      empty: "Nobody has asked yet. Secrets in what was sent are never shown here.")
  }

  /// People and the buttons for what may happen to them.
  var accounts: HTML {
    let (accounts, clients) = core.keeper.read { state in
      (state.livingAccounts, state.clients.ordered.filter { $0.primaryAppID == nil })
    }
    let apps = clients.map(\.clientID)
    let rows = accounts.prefix(100).map { account -> [HTML] in
      let events = NotificationEvent.Kind.allCases.map { kind -> HTML in
        "<button name=\"type\" value=\"\(kind.rawValue)\">\(kind.rawValue)</button>"
      }
      let form: HTML = """
        <form method="post" action="\(Self.actionPath)">\
        <input type="hidden" name="do" value="\(ConsoleAction.Name.event.rawValue)">\
        <input type="hidden" name="user" value="\(account.email)">\
        \(Self.select("client", label: "App", apps)) \(events)</form>
        """
      return [
        "<bdi>\(account.displayName)</bdi>", "<code>\(account.email)</code>",
        "\("managed ", if: account.isManaged)\("hides address ", if: account.hideEmail)", form,
        Self.button("Remove", .removeUser, [("user", account.email)]),
      ]
    }
    let new: HTML = """
      <form method="post" action="\(Self.actionPath)" class="line">
      <label>Email <input type="email" name="email" required></label>
      <label>First name <input name="given"></label>
      <label>Last name <input name="family"></label>
      <label><input type="checkbox" name="hide"> hides the address</label>
      <label><input type="checkbox" name="managed"> managed</label>
      <button name="do" value="\(ConsoleAction.Name.addUser.rawValue)">Add account</button></form>
      """
    return """
      \(Self.table(["Name", "Address", "", "Let it happen", ""], Array(rows), empty: "There is no account."))
      \(new)
      """
  }

  /// Who authorized what.
  var grants: HTML {
    let rows = core.keeper.read { $0.grantViews }.prefix(100).map { grant -> [HTML] in
      [
        "\(grant.email)", "<code>\(grant.primary_app_id)</code>", "<code>\(grant.user)</code>",
        "\(grant.scopes.joined(separator: " "))", grant.hide_email ? "relay" : "real",
        grant.active ? "<span class=\"good\">active</span>" : "<span class=\"bad\">revoked</span>",
        "<time>\(Self.time(grant.last_authorized_at))</time>",
      ]
    }
    return Self.table(
      ["Person", "App group", "Subject", "Scopes", "Address", "State", "Last (UTC)"], Array(rows),
      empty: "Nobody has agreed to anything yet.")
  }

  /// Teams, their clients and keys, and the service's own keys.
  var registry: HTML {
    let (teams, clients, keys) = core.keeper.read {
      ($0.teams.ordered, $0.clients.ordered, $0.developerKeys.ordered)
    }
    let teamRows = teams.map { team -> [HTML] in
      ["<code>\(team.teamID)</code>", "\(team.senders.joined(separator: ", "))"]
    }
    let clientRows = clients.map { client -> [HTML] in
      let addresses = client.redirectURIs.map { address -> HTML in "<code>\(address)</code><br>" }
      return [
        "<code>\(client.clientID)</code>", "\(client.teamID)", "\(client.primaryAppID ?? "(primary)")",
        "\((client.profile ?? core.defaultProfile).rawValue)", "\(addresses)",
        "<code>\(client.notificationURL ?? "")</code>",
      ]
    }
    let keyRows = keys.map { key -> [HTML] in
      let isStanding = key.revokedAt == nil
      let download: HTML = "<a href=\"/emulator/v1/keys/\(key.keyID).p8\">.p8</a>"
      let revoke = Self.button("Revoke", .revokeKey, [("key", key.keyID)])
      return [
        "<code>\(key.keyID)</code>", "\(key.teamID)",
        isStanding
          ? "\(download, if: key.privatePEM != nil) \(revoke)" : "<span class=\"bad\">revoked</span>",
      ]
    }
    let served = core.keys.served.map { key -> HTML in
      let isSigning = key.keyID == core.keys.current.keyID
      return "<li><code>\(key.keyID)</code>\(" signs", if: isSigning)</li>"
    }
    return """
      \(Self.table(["Team", "Registered mail senders"], teamRows, empty: "No team."))
      \(Self.table(
        ["Client", "Team", "Primary App ID", "Profile", "Return URLs", "Notifications"], clientRows, empty: "No client."))
      \(Self.table(["Key", "Team", ""], keyRows, empty: "No key."))
      <h3>Signing keys of the service</h3><ul>\(served)</ul>
      <div class="line">\(Self.button("Rotate, keep the old", .rotate))
      \(Self.button("Rotate, drop the old", .rotateDropping))</div>
      """
  }

  /// Mail that reached a relay address.
  var mailboxes: HTML {
    let boxes = core.keeper.read { state in
      state.relays.ordered.map { ($0, state.accounts[$0.accountID]?.email ?? "") }
    }
    let rows = boxes.prefix(100).map { relay, email -> [HTML] in
      let messages = relay.messages.suffix(5).map { message -> HTML in
        "<details><summary><b>\(message.subject)</b> from \(message.from)</summary><pre>\(message.text)</pre></details>"
      }
      return [
        "<code>\(relay.address)</code>", "\(email)",
        relay.isForwarding ? "forwards" : "<span class=\"bad\">off</span>", "\(messages)",
      ]
    }
    return Self.table(
      ["Relay address", "Forwards to", "", "Newest mail"], Array(rows),
      empty: "Nobody hides an address yet.")
  }

  /// What was sent to the services and how they answered.
  var notifications: HTML {
    let rows = core.notifier.records.prefix(60).map(NotificationView.init).map { record -> [HTML] in
      let attempts = record.attempts.map { attempt -> HTML in
        "<li><time>\(Self.time(attempt.at))</time> \(attempt.status.map(String.init) ?? attempt.failure ?? "")</li>"
      }
      return [
        "<time>\(Self.time(record.at))</time>", "\(record.type)", "<code>\(record.subject)</code>",
        "<code>\(record.address ?? "none registered")</code>", "\(record.state.rawValue)",
        "<ul>\(attempts)</ul>",
      ]
    }
    return Self.table(
      ["Time (UTC)", "Event", "Subject", "To", "State", "Attempts"], Array(rows),
      empty: "Nothing was sent yet.")
  }

  /// Faults that wait, and a form for more.
  var faults: HTML {
    let rows = core.keeper.read { $0.faults.faults }.map { fault -> [HTML] in
      [
        "\(fault.endpoint.rawValue)", "\(fault.kind.rawValue)", "\(fault.status.map(String.init) ?? "")",
        "\(fault.times.map(String.init) ?? "until removed")",
      ]
    }
    let form: HTML = """
      <form method="post" action="\(Self.actionPath)" class="line">
      \(Self.select("endpoint", label: "Endpoint", Fault.Endpoint.allCases.map(\.rawValue)))
      \(Self.select("kind", label: "Kind", Fault.Kind.allCases.map(\.rawValue)))
      <label>Status <input name="status" inputmode="numeric" size="4"></label>
      <label>Times <input name="times" inputmode="numeric" size="4" value="1"></label>
      <button name="do" value="\(ConsoleAction.Name.addFault.rawValue)">Add fault</button></form>
      """
    return """
      \(Self.table(["Endpoint", "Kind", "Status", "Times"], rows, empty: "Everything works as it should."))
      \(form)
      \(Self.button("Remove all faults", .removeFaults))
      """
  }

  /// The settings as the control API gives them.
  var settings: HTML {
    // Numbers, words and lists always encode.
    let bytes = (try? JSON.encode(core.settings)) ?? []
    let rows = String(decoding: bytes, as: UTF8.self).replacing(",\"", with: ",\n\"")
    return """
      <pre>\(rows)</pre>
      <p>Change them with <code>PATCH /emulator/v1/settings</code>.</p>
      \(Self.button("Start afresh: forget everything", .startAfresh))
      """
  }

  /// A time of day with its date.
  private static func time(_ date: Date) -> String {
    date.formatted(.iso8601).replacing("T", with: " ").replacing("Z", with: "")
  }
}
