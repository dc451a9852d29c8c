import AppleIDEmulator
import BramleyHTTP
import Foundation
import _Configuration

@testable import bramley

/// The emulator without a network between it and the doctor.
struct EmulatorLine: HTTPSending {
  let emulator: AppleIDEmulator
  /// The `Date` of every answer.
  var date: String?

  func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse {
    let path = String(request.url.dropFirst("http://127.0.0.1:9100".count))
    let answer = await emulator.responder.respond(
      to: HTTPRequest(method: request.method, path: path, headers: request.headers, body: request.body))
    var headers = answer.headers
    headers["date"] = date
    return OutgoingResponse(status: answer.status, headers: headers, body: answer.body)
  }
}

/// Gives one answer to everything.
struct SilentLine: HTTPSending {
  let answer: Result<OutgoingResponse, HTTPClientError>
  func send(_ request: OutgoingRequest) async throws(HTTPClientError) -> OutgoingResponse { try answer.get() }
}

/// A configuration of `serve` with changes.
func served(_ changes: [String: String] = [:]) throws -> Configuration {
  var settings = [
    "project": "\"my-app\"", "publicOrigin": "\"https://auth.example.com\"",
    "database": "\"sqlite:/nowhere/at/all/bramley.db\"",
    "keys.sealing": "\"k1:" + String(repeating: "a5", count: 32) + "\"", "apple.teamId": "\"DEMOTEAM01\"",
    "apple.bundleIds": "[\"com.example.app\"]", "apple.servicesId": "\"com.example.web\"",
    "pages.appleLogo": "\"logo.svg\"",
  ]
  for (key, value) in changes { settings[key] = value.isEmpty ? nil : value }
  let text = "{" + settings.map { "\"\($0)\": \($1)" }.joined(separator: ",") + "}"
  return try Configuration.load(
    mode: .serve, json5: Array(text.utf8), environment: [:], readFile: { _ in nil })
}

func examine(_ configuration: Configuration, _ http: (any HTTPSending)? = nil) async -> [Finding] {
  await Doctor(configuration: configuration, http: http, now: { TokenFixture.now }, newestSchema: 1)
    .findings()
}

extension [Finding] {
  /// The findings of one check.
  func of(_ check: String) -> [Finding] { filter { $0.check == check } }
  /// The verdicts of one check.
  func verdicts(_ check: String) -> [Finding.Verdict] { of(check).map(\.verdict) }
}
