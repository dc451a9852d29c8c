/// What a database holds.
public struct SchemaFindings: Sendable {
  /// The steps that were applied, each with the oldest schema whose versions can live with it.
  public let steps: [Int: Int]
  /// The tables.
  public let tables: Set<String>

  /// The number of the newest step that was applied; nil when there was none.
  public var newest: Int? { steps.keys.max() }

  /// The oldest schema whose versions work on the database beside one that knows so many steps.
  private func oldest(beside known: Int) -> Int {
    steps.filter { $0.key > known }.values.max() ?? known
  }

  /// Whether a step is still to be applied, or the record of one is of the first version.
  func lacksSteps(_ migrations: [Migration]) -> Bool {
    migrations.contains { steps[$0.number] == nil }
  }

  /// Why this version cannot work with it, or nil; steps that are still to be applied are no reason, nor are
  /// later ones that only added.
  public func refusal(_ migrations: [Migration]) -> PostgreSQLError? {
    guard let newest else { return nil }
    let oldest = oldest(beside: migrations.count)
    guard oldest <= migrations.count else {
      return PostgreSQLError(
        .schema,
        "The database has schema \(newest), which versions of Bramley from schema \(oldest) on can use; this one"
          + " knows schema \(migrations.count): use the newer version.")
    }
    for migration in migrations where steps[migration.number] != nil {
      for table in migration.tables where !tables.contains(table) {
        return PostgreSQLError(
          .schema, "The table \(table) of migration \(migration.number) is missing: restore it from a backup."
        )
      }
    }
    return nil
  }
}
