/// Which door a request came through; it decides what is served there (R3, decision 14).
package enum Listener: Sendable, Hashable {
  /// The one listener of `dev`: everything.
  case single
  /// The public one of `serve`: no project paths, no administrator.
  case open
  /// The admin one of `serve`.
  ///
  /// - Parameter acceptsOwnerBearer: `admin.ownerBearer`: whether `Bearer owner` counts here. The listener
  ///   must stand on loopback or a Unix socket.
  case admin(acceptsOwnerBearer: Bool)

  /// Whether project-scoped admin paths are served.
  var servesAdministration: Bool { self != .open }
}
