/// What the SDKs' tools expect at `GET /` (R9).
struct Readiness: WireResponse {
  let authEmulator = Body()

  struct Body: Encodable, Sendable {
    let ready = true
    let docs = "https://firebase.google.com/docs/emulator-suite"
    let apiSpec = "/openapi.json"
  }
}
