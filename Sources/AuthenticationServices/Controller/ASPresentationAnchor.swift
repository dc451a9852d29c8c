public import Foundation

/// The window over which a sheet appears; here an object without looks.
@MainActor public class ASPresentationAnchor: NSObject {
  /// A window.
  override public nonisolated init() { super.init() }
}
