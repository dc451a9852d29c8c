/// What Apple posted back, parked between its cross-site POST and our own GET (R39).
package struct ParkedAnswer: Codable, Sendable {
  /// The form's fields as they came: `code`, `id_token`, `state`, `user`, `error`.
  package var fields: [String: String]

  /// An answer of these fields.
  package init(fields: [String: String]) { self.fields = fields }
}
