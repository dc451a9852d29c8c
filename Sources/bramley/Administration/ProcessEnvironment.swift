#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment of the process.
enum ProcessEnvironment {
  /// Whether it holds settings of a service.
  static var configuresService: Bool {
    ProcessInfo.processInfo.environment.keys.contains { $0.hasPrefix("BRAMLEY_") }
  }
}
