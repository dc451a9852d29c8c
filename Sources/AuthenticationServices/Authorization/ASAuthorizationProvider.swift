public import Foundation

/// Something that can make authorization requests.
public protocol ASAuthorizationProvider: NSObjectProtocol {}
