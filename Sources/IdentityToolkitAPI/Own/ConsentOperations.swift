import Accounts

/// Consents of the signed-in person (contract §4, R27).
enum ConsentOperations {
  struct RecordRequest: WireRequest {
    var idToken: String?
    var consent: ConsentObject

    init(_ fields: WireFields) throws {
      idToken = try fields.text("idToken")
      consent = try ConsentObject(fields)
    }
  }

  static let record = Operation(
    "consents.record", "Records what the signed-in person agreed to.", [.own("/v1/consents:record")], .person
  ) { (request: RecordRequest, context) -> EmptyResponse in
    let token = try context.personToken(request.idToken)
    guard !request.consent.text.kind.isEmpty else { throw WireError.refused("MISSING_CONSENT_KIND") }
    try await context.accounts.recordConsent(request.consent.text, idToken: token, client: context.client)
    return EmptyResponse()
  }

  struct ConsentRecord: Encodable, Sendable {
    let kind: String
    let version: String
    let text: String
    let locale: String
    let at: String

    init(_ consent: Consent) {
      kind = consent.text.kind
      version = consent.text.version
      text = consent.text.text
      locale = consent.text.locale
      at = String(consent.at.milliseconds)
    }
  }

  struct ListResponse: WireResponse { let consents: [ConsentRecord] }

  static let list = Operation(
    "consents.list", "Lists the consents of the signed-in person, oldest first.",
    [.own("/v1/consents:list")], .person
  ) { (request: SessionOperations.PersonRequest, context) in
    let consents = try await context.accounts.consents(idToken: context.personToken(request.idToken))
    return ListResponse(consents: consents.map(ConsentRecord.init))
  }
}
