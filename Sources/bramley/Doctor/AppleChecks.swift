import AppleIDClient
import AppleIdentity
import BramleyCrypto
import BramleyHTTP
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Asks Apple what Apple alone can judge: reachability, clock, and the credentials (FR-12).
struct AppleChecks {
  let configuration: Configuration
  let http: any HTTPSending
  let now: @Sendable () -> Date

  private var endpoints: AppleEndpoints {
    AppleEndpoints(baseURL: configuration.apple.baseURL.description)
  }

  func findings() async -> [Finding] {
    var findings = await keysAndClock()
    findings.append(await discovery())
    findings += await credentials()
    return findings
  }

  private func keysAndClock() async -> [Finding] {
    do throws(HTTPClientError) {
      let answer = try await http.send(.get(endpoints.keys, headers: ["accept": "application/json"]))
      let arrival = now()
      guard answer.status == 200, let keys = try? AppleKeySet(json: answer.body) else {
        return [
          .failed(
            "apple-keys", "\(endpoints.keys) answered \(answer.status) without a key set",
            "A proxy or filter may stand in between; ask from this machine: curl -v \(endpoints.keys)")
        ]
      }
      return [
        .ok(
          "apple-keys", "\(keys.keyIDs.count) keys: \(keys.keyIDs.map(\.rawValue).joined(separator: ", "))"),
        clock(answer.headers["date"], at: arrival),
      ]
    } catch {
      return [
        .failed(
          "apple-keys", error.description, "Sign-in needs it: allow https from here to appleid.apple.com."),
        .skipped("clock", "Apple's time is not known"),
      ]
    }
  }

  private func clock(_ header: String?, at arrival: Date) -> Finding {
    guard let date = header.flatMap(HTTPDate.parse) else {
      return .skipped("clock", "the answer carries no date to compare with")
    }
    // Whole seconds in the header, and the way back.
    let difference = Int(arrival.timeIntervalSince(date).rounded())
    let text = "\(abs(difference)) s \(difference < 0 ? "behind" : "ahead of") Apple's clock"
    switch abs(difference) {
    case ...5: return .ok("clock", "agrees with Apple's")
    case ...30: return .warning("clock", text, "Set it by NTP: beyond 30 s tokens begin to be refused.")
    default:
      return .failed(
        "clock", text,
        "Set it by NTP: Apple answers invalid_client to secrets from the future, and tokens are refused.")
    }
  }

  private struct DiscoveryMembers: Decodable { let issuer: String }

  /// Advisory: nothing here is ever taken from the document (FR-03).
  private func discovery() async -> Finding {
    let answer = try? await http.send(.get(endpoints.discovery, headers: ["accept": "application/json"]))
    guard let answer, answer.status == 200,
      let members = try? JSONDecoder().decode(DiscoveryMembers.self, from: Data(answer.body))
    else { return .note("apple-discovery", "no discovery document; it is not needed") }
    guard configuration.apple.issuers.contains(members.issuer) else {
      return .warning(
        "apple-discovery", "it names the issuer \(members.issuer), tokens are accepted from others",
        "Sign-in goes on, the issuer is fixed here. If tokens change as well, add it to apple.issuers.")
    }
    return .ok("apple-discovery", "issuer \(members.issuer)")
  }

  /// A made-up code tells: Apple judges the secret before the code, so `invalid_grant` means that team, key
  /// and client id are right.
  private func credentials() async -> [Finding] {
    guard let key = configuration.apple.key else { return [] }
    var findings = await credentials(of: key, "credentials")
    if let next = configuration.apple.nextKey { findings += await credentials(of: next, "next-credentials") }
    return findings
  }

  private func credentials(of key: (id: String, privateKey: Secret), _ check: String) async -> [Finding] {
    let apple = configuration.apple
    let client: AppleIDClient
    do {
      client = AppleIDClient(
        endpoints: endpoints,
        credentials: AppleClientCredentials(try AppleAssembly.signer(configuration, key)),
        http: http, keys: AppleKeySetCache(endpoints: endpoints, http: http))
    } catch {
      // The key's own check has said so already.
      return []
    }
    var findings: [Finding] = []
    let handler = AddressChecks.publicBase(configuration).map { $0 + "/__/auth/handler" }
    for id in apple.bundleIDs { findings.append(await judge(client, id, redirectURI: nil, check)) }
    if let id = apple.servicesID { findings.append(await judge(client, id, redirectURI: handler, check)) }
    return findings
  }

  private func judge(
    _ client: AppleIDClient, _ id: String, redirectURI: String?, _ check: String
  ) async -> Finding {
    let code = Secret(utf8: "c00000000000000000000000000000000.0.doctor.AAAAAAAAAAAAAAAAAAAAAA")
    do throws(AppleServiceError) {
      _ = try await client.exchange(AppleCodeExchange(code: code, clientID: id, redirectURI: redirectURI))
      return .warning(check, "\(id): Apple took a made-up code", "Is apple.baseUrl really Apple's?")
    } catch {
      switch (error.code, error.fault) {
      case (.invalidGrant, _): return .ok(check, "\(id): Apple takes team, key and client id")
      case (_, .apple): return .skipped(check, "\(id): \(error.message)", "Run it again later.")
      default: return .failed(check, "\(id): Apple answers \(error.code.rawValue)", error.message)
      }
    }
  }
}
