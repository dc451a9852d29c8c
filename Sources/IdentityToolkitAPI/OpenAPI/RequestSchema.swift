/// What a member of a request may be, for OpenAPI.
indirect enum RequestSchema: Sendable, Hashable {
  /// One member of an object.
  struct Member: Sendable, Hashable {
    let name: String
    let schema: RequestSchema
  }

  case text
  case flag
  case number
  case choice([String])
  case list(RequestSchema)
  case object([Member])
}

/// Notes what a request's decoding asks for.
final class SchemaRecorder {
  private(set) var members: [RequestSchema.Member] = []

  func note(_ name: String, _ schema: RequestSchema) {
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append(.init(name: name, schema: schema))
  }

  /// The members that a type reads.
  static func members(of type: any WireObject.Type) throws -> [RequestSchema.Member] {
    let recorder = SchemaRecorder()
    _ = try type.init(WireFields(recording: recorder))
    return recorder.members
  }
}
