extension Command {
  /// `bramley db`: schema, backup.
  static let database = Command.group("db", "Migrates and backs up the database.", [])
}
