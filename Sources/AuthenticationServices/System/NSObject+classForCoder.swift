public import Foundation

extension NSObject {
  /// Names the class, as published code asks for it; Linux has the instance's property only.
  public class func classForCoder() -> AnyClass { self }
}
