public import Foundation

/// Something that an authorization yields.
public protocol ASAuthorizationCredential: NSCopying, NSSecureCoding, NSObjectProtocol {}
