import BramleyAuth
import Foundation
import SimulatedDevice
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `bramley serve` beside `bramley emulator`, and an app of theirs that goes to another team.
@MainActor struct TeamMove {
  static let team = "OTHERTEAM1"
  private static let sealing = "k1:" + String(repeating: "5a", count: 32)

  private struct Key: Decodable {
    let key_id: String
    let private_key: String
  }

  private let folder: URL
  private let apple: URL
  private let port: UInt16
  private var configuration: String { folder.appendingPathComponent("bramley.json5").path }

  /// Signs somebody in, moves the app and the service, and goes on with the same device under the new team.
  ///
  /// - Parameter isPrepared: Whether the sending team asked for the transfer identifiers before.
  static func run(
    isPrepared: Bool, _ body: @MainActor (_ app: FlowApp, _ uid: String) async throws -> Void
  ) async throws {
    try await DevService.inFolder { folder in
      let emulator = try await BramleyProcess.start("emulator", "--port", "0")
      defer { emulator.stop() }
      let move = TeamMove(
        folder: folder, apple: try #require(emulator.addresses["apple"]), port: try freePort())
      try await move.configure([:], key: "DEMOKEY001", file: try await move.ask("GET", "keys/DEMOKEY001.p8"))
      let before = try await BramleyProcess.start("serve", "-c", move.configuration)
      defer { before.stop() }
      let app = FlowApp(DevService(service: try #require(before.addresses["service"]), apple: move.apple))
      let uid = try await app.signIn().user.uid
      _ = try await move.ask("POST", "teams", #"{"team_id":"\#(team)"}"#)
      if isPrepared {
        let run = try await BramleyProcess.run(
          "apple", "transfer", "prepare", "--to", team, "-c", move.configuration)
        #expect(run.status == 0, "\(run.text)")
      }
      before.stop()
      try await app.device.transferApp(toTeam: team)
      let key = try JSONDecoder().decode(
        Key.self, from: try await move.ask("POST", "keys", #"{"team_id":"\#(team)"}"#))
      try await move.configure(
        ["teamId": team, "previousTeamId": "DEMOTEAM01"], key: key.key_id, file: Data(key.private_key.utf8))
      let after = try await BramleyProcess.start("serve", "-c", move.configuration)
      defer { after.stop() }
      let later = FlowApp(
        DevService(service: try #require(after.addresses["service"]), apple: move.apple),
        storage: app.storage, marker: app.marker)
      _ = try #require(try await later.auth.restore())
      try await body(later, uid)
    }
  }

  private func configure(_ changes: [String: String], key: String, file: Data) async throws {
    let path = folder.appendingPathComponent(key + ".p8")
    try file.write(to: path)
    var settings: [String: Any] = [
      "teamId": "DEMOTEAM01", "bundleIds": ["com.example.app"], "keyId": key, "privateKeyFile": path.path,
      "baseUrl": apple.absoluteString, "allowEmulator": true,
    ]
    settings.merge(changes) { $1 }
    let whole: [String: Any] = [
      "project": "my-app", "publicOrigin": "http://127.0.0.1:\(port)",
      "listen": ["public": "127.0.0.1:\(port)", "admin": "127.0.0.1:0"],
      "database": "sqlite:\(folder.path)/bramley.db", "keys": ["sealing": Self.sealing], "apple": settings,
    ]
    try JSONSerialization.data(withJSONObject: whole).write(to: URL(fileURLWithPath: configuration))
  }

  /// Asks the emulator's control API.
  private func ask(_ method: String, _ path: String, _ body: String? = nil) async throws -> Data {
    var request = URLRequest(url: apple.appendingPathComponent("emulator/v1/" + path))
    request.httpMethod = method
    if let body {
      request.httpBody = Data(body.utf8)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let (answer, response) = try await URLSession.shared.data(for: request)
    try #require([200, 201].contains((response as? HTTPURLResponse)?.statusCode))
    return answer
  }
}
