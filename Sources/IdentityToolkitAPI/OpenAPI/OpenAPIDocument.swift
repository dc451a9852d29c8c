import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The OpenAPI 3.1 description of a listener, made from the operations that stand on it.
///
/// Bodies are described by the code that reads them, so that the description cannot lag behind.
struct OpenAPIDocument: Sendable {
  let title = "Bramley"
  let operations: [(operation: Operation, path: WirePath)]

  /// The document as JSON text.
  func encoded() -> [UInt8] {
    var paths: [String: DocumentValue] = [:]
    for (operation, path) in operations {
      let method = operation.method.rawValue.lowercased()
      let known = paths[path.pattern.text] ?? [:]
      paths[path.pattern.text] = known.adding([method: description(of: operation, on: path)])
    }
    let document: DocumentValue = [
      "openapi": "3.1.0", "info": info, "paths": .object(paths), "components": Self.components,
      "x-constants": .object(
        Dictionary(ErrorCatalogue.entries.map { ($0.constant, .text($0.advice)) }) { $1 }),
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(document)).map { Array($0) } ?? Array("{}".utf8)
  }

  private var info: DocumentValue {
    [
      "title": .text(title), "version": "1",
      "description": "Self-hosted Sign in with Apple on Google's Identity Toolkit wire.",
    ]
  }

  private func description(of operation: Operation, on path: WirePath) -> DocumentValue {
    let suffix: String
    switch path.kind {
    case .client, .own: suffix = ""
    case .legacy: suffix = ".v3"
    case .project: suffix = ".project." + (path.pattern.text.split(separator: "/").last ?? "")
    }
    var members: [String: DocumentValue] = [
      "operationId": .text(operation.id + suffix), "summary": .text(operation.summary),
      "responses": Self.responses(operation.rule, hasHoles: path.pattern.text.contains("{")),
      "security": Self.security(operation.rule, path.kind),
    ]
    let holes = Self.holes(of: path.pattern.text)
    if !holes.isEmpty {
      members["parameters"] = .list(
        holes.map {
          [
            "name": .text($0), "in": "path", "required": true,
            "schema": ["type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"],
          ]
        })
    }
    // A request type that cannot be asked would be a mistake of ours, which a test finds.
    let body = (try? SchemaRecorder.members(of: operation.request)) ?? []
    if operation.method != .get, !body.isEmpty {
      members["requestBody"] = [
        "content": ["application/json": ["schema": Self.schema(.object(body))]], "required": false,
      ]
    }
    return .object(members)
  }

  private static func holes(of pattern: String) -> [String] {
    pattern.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
  }

  static func schema(_ schema: RequestSchema) -> DocumentValue {
    switch schema {
    case .text: ["type": "string"]
    case .flag: ["type": "boolean"]
    case .number: ["type": ["integer", "string"], "format": "int64", "pattern": "^-?[0-9]{1,18}$"]
    case .choice(let names): ["type": "string", "enum": .list(names.map { .text($0) })]
    case .list(let element): ["type": "array", "items": Self.schema(element)]
    case .object(let members):
      [
        "type": "object",
        "properties": .object(
          Dictionary(members.map { ($0.name, Self.schema($0.schema)) }) { $1 }),
      ]
    }
  }

  private static func security(_ rule: AccessRule, _ kind: WirePath.Kind) -> DocumentValue {
    let administrator: DocumentValue = ["administrator": []]
    switch rule {
    case .open: return []
    case .keyOnly: return [["key": []]]
    case .key: return kind == .project ? [administrator] : [["key": []], administrator]
    case .administrator: return [administrator]
    // The ID token may stand in the body as well.
    case .person: return [["person": []], [:]]
    }
  }

  private static func responses(_ rule: AccessRule, hasHoles: Bool) -> DocumentValue {
    // A hole that is filled with a slash or a control character makes it another path.
    var codes = ["400", "405", "413", "501", "503"] + (hasHoles ? ["404"] : [])
    switch rule {
    case .open, .person: break
    case .keyOnly: codes += ["403"]
    case .key, .administrator: codes += ["401", "403"]
    }
    var responses: [String: DocumentValue] = [
      "200": [
        "description": "Done.", "content": ["application/json": ["schema": ["type": "object"]]],
      ]
    ]
    for code in codes { responses[code] = ["$ref": "#/components/responses/refusal"] }
    return .object(responses)
  }

  private static let components: DocumentValue = [
    "securitySchemes": [
      "key": ["type": "apiKey", "in": "query", "name": "key"],
      "administrator": ["type": "http", "scheme": "bearer", "description": "An admin token; in dev: owner."],
      "person": ["type": "http", "scheme": "bearer", "description": "The person's ID token."],
    ],
    "responses": [
      "refusal": [
        "description": "Refused; error.message begins with a stable constant.",
        "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
      ]
    ],
    "schemas": [
      "Error": [
        "type": "object", "required": ["error"],
        "properties": [
          "error": [
            "type": "object", "required": ["code", "message", "errors"],
            "properties": [
              "code": ["type": "integer"], "message": ["type": "string"], "status": ["type": "string"],
              "errors": ["type": "array", "items": ["type": "object"]],
            ],
          ]
        ],
      ]
    ],
  ]
}

extension IdentityToolkitAPI {
  func addDocument(to router: inout Router, listener: Listener) {
    let document = OpenAPIDocument(operations: Self.standing(on: listener, mode)).encoded()
    router.on(.get, "/openapi.json") { _, _ in .json(document) }
    if mode.offersControlAPI { router.on(.get, "/emulator/openapi.json") { _, _ in .json(document) } }
  }
}
