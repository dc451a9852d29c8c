import AppleIDClient
import AppleIdentity
import BramleyHTTP

/// Where `token verify` has Apple's keys from: Apple, an address, or a file.
enum KeySetSource {
  /// The keys cannot be had; the sentence says why.
  struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads the key set.
  static func keys(_ option: String?, http: () throws -> any HTTPSending) async throws -> AppleKeySet {
    let place = option ?? AppleEndpoints.apple.keys
    let bytes: [UInt8]
    if place.hasPrefix("https://") || place.hasPrefix("http://") {
      bytes = try await fetched(place, http())
    } else {
      guard let read = PrivateFile.read(place) else {
        throw Unavailable(description: "--keys \(place): the file was not found, or cannot be read.")
      }
      bytes = read
    }
    do {
      return try AppleKeySet(json: bytes)
    } catch {
      throw Unavailable(description: "\(place) is no key set: \(error.message)")
    }
  }

  private static func fetched(_ url: String, _ http: any HTTPSending) async throws(Unavailable) -> [UInt8] {
    do throws(HTTPClientError) {
      let answer = try await http.send(.get(url, headers: ["accept": "application/json"]))
      guard answer.status == 200 else {
        throw HTTPClientError(.malformed, "It answered with the status \(answer.status).")
      }
      return answer.body
    } catch {
      throw Unavailable(
        description: "The keys at \(url) cannot be had: \(error.description) Save them and give --keys FILE.")
    }
  }
}
