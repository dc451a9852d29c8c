/// One of Apple's endpoints, by the name that sentences use.
enum AppleEndpoint: String {
  case keys = "keys endpoint"
  case token = "token endpoint"
  case revocation = "revocation endpoint"
  case userMigration = "migration endpoint"
}
