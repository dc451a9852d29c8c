import BramleyCrypto

/// What a password must be like (R29).
enum PasswordRules {
  /// The greatest length in bytes: hashing is bounded work.
  static let longest = 4096

  /// Throws `WEAK_PASSWORD` with a sentence that says what is missing.
  static func check(_ password: Secret, _ rule: AccountsPolicy.PasswordRule) throws(AccountsError) {
    guard let text = password.revealText() else {
      throw AccountsError(.weakPassword, "Password should be text")
    }
    guard text.count >= rule.minimumLength else {
      throw AccountsError(
        .weakPassword, "Password should be at least \(rule.minimumLength) characters")
    }
    guard password.count <= longest else {
      throw AccountsError(.weakPassword, "Password should be at most \(longest) bytes")
    }
    guard !rule.refusesCommon || !common.contains(text.lowercased()) else {
      throw AccountsError(.weakPassword, "Password is one of the most common ones")
    }
  }

  /// The common passwords of eight characters and more that guessing begins with.
  private static let common: Set<String> = [
    "password", "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "p@ssword", "12345678",
    "123456789", "1234567890", "0123456789", "987654321", "87654321", "11111111", "00000000", "88888888",
    "12341234", "12344321", "11223344", "123123123", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "qwertyui",
    "qwertyuiop", "qwerty123", "qwerty1234", "qwerty12345", "asdfghjk", "asdfghjkl", "zxcvbnm123",
    "abcd1234", "abc12345", "abcdefgh", "a1b2c3d4", "aa123456", "iloveyou", "iloveyou1", "sunshine",
    "princess", "football", "football1", "baseball", "baseball1", "superman", "trustno1", "welcome1",
    "welcome123", "admin123", "administrator", "letmein1", "letmein123", "starwars", "whatever",
    "computer", "internet", "michelle", "jennifer", "charlie1", "computer1", "changeme", "changeme1",
    "test1234", "testtest", "test12345", "google123", "apple123", "dragon123", "monkey123", "master123",
    "shadow123", "samsung1", "liverpool", "chelsea1", "arsenal1", "barcelona", "pokemon1", "naruto123",
    "minecraft", "asdf1234", "qazwsxedc", "q1w2e3r4", "q1w2e3r4t5", "zaq12wsx", "!qaz2wsx", "1234qwer",
    "qwer1234", "passpass", "password!", "password01", "p4ssw0rd", "secret123", "hunter22", "freedom1",
  ]
}
