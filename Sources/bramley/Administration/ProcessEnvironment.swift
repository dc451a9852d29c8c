#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The environment of the process.
enum ProcessEnvironment {
  /// Whether it says where a service keeps its accounts.
  static var configuresService: Bool { ProcessInfo.processInfo.environment["BRAMLEY_DATABASE"] != nil }
}
