extension Command {
  /// `bramley keys`: the keys that sign our tokens and seal our secrets.
  static let keys = Command.group("keys", "Lists and rotates signing and sealing keys.", [])
}
