import AppleSignIn
import Foundation

extension Auth {
  /// Checks the set-up and says what is wrong, a line for each check; nothing is changed.
  public func diagnose() async -> [Diagnosis] {
    [checkOrigin(), await checkService(), await checkStorage(), checkBundle(), await checkSession()]
  }

  private func checkOrigin() -> Diagnosis {
    do throws(AuthError) {
      let url = try origin.url("/", apiKey: configuration.apiKey)
      return url.scheme == "https"
        ? Diagnosis(check: "origin", verdict: .good, advice: "The service is at \(origin.text).")
        : Diagnosis(
          check: "origin", verdict: .remark,
          advice: "\(origin.text) is plain http: right for a service on this computer, in debug builds.")
    } catch {
      return Diagnosis(check: "origin", verdict: .wrong, advice: error.detail)
    }
  }

  /// The answer's date tells a wrong clock, which would make every token look old or new.
  private func checkService() async -> Diagnosis {
    do throws(AuthError) {
      let discovery: WireAnswers.Discovery = try await engine.client.call(.discovery)
      return Diagnosis(
        check: "service", verdict: .good, advice: "The service answers; it issues as \(discovery.issuer).")
    } catch {
      return Diagnosis(
        check: "service", verdict: .wrong,
        advice: "The service does not answer its discovery address: \(error.errorDescription ?? "").")
    }
  }

  private func checkStorage() async -> Diagnosis {
    let key = StorageKey("diagnosis")
    do {
      try await configuration.storage.store(Data("probe".utf8), for: key)
      let read = try await configuration.storage.retrieve(key)
      try await configuration.storage.remove(key)
      return read == Data("probe".utf8)
        ? Diagnosis(check: "storage", verdict: .good, advice: "The storage keeps what it is given.")
        : Diagnosis(check: "storage", verdict: .wrong, advice: "The storage does not keep what it is given.")
    } catch {
      let failure = error as? StorageError
      return Diagnosis(
        check: "storage", verdict: .wrong,
        advice: "\(failure?.code.rawValue ?? "storage"): \(failure?.detail ?? "The storage failed.")")
    }
  }

  private func checkBundle() -> Diagnosis {
    configuration.bundleIdentifier == nil
      ? Diagnosis(
        check: "bundle", verdict: .remark,
        advice: "There is no bundle identifier: set AuthConfiguration.bundleIdentifier to the one that the "
          + "service lists in apple.bundleIds.")
      : Diagnosis(check: "bundle", verdict: .good, advice: "The app has a bundle identifier.")
  }

  private func checkSession() async -> Diagnosis {
    do throws(AuthError) {
      try await engine.reload()
      return Diagnosis(check: "session", verdict: .good, advice: "Someone is signed in.")
    } catch {
      return Diagnosis(
        check: "session", verdict: error.code == .nullUser ? .remark : .wrong,
        advice: error.code == .nullUser ? "Nobody is signed in." : error.errorDescription ?? "")
    }
  }
}
