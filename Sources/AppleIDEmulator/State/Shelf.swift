/// Rows of one kind by their key, noting which have changed since they were last saved.
struct Shelf<Row: Codable & Sendable>: Sendable {
  private(set) var rows: [String: Row] = [:]
  private var changed: Set<String> = []
  /// Whether changes are noted.
  let isTracked: Bool

  /// An empty shelf; without a store behind it nothing needs to be noted.
  init(isTracked: Bool) { self.isTracked = isTracked }

  /// A shelf filled from the store.
  init(loaded rows: [String: Row]) {
    self.rows = rows
    isTracked = true
  }

  /// Moves stored rows behind those that are here already, which are newer.
  mutating func putBehind(_ stored: inout [String: Row]) {
    swap(&rows, &stored)
    for (key, row) in stored { rows[key] = row }
    stored = [:]
  }

  /// A row; setting nil removes it.
  subscript(key: String) -> Row? {
    get { rows[key] }
    set {
      rows[key] = newValue
      if isTracked { changed.insert(key) }
    }
  }

  /// The rows that changed, nil for removed ones, and forgets that they did.
  mutating func takeChanges() -> [(key: String, row: Row?)] {
    defer { changed.removeAll() }
    return changed.map { ($0, rows[$0]) }
  }

  /// Notes rows as changed again after a save that failed.
  mutating func restoreChanges(_ keys: [String]) {
    if isTracked { changed.formUnion(keys) }
  }

  /// Every row in the order of the keys.
  var ordered: [Row] { rows.sorted { $0.key < $1.key }.map(\.value) }
}
