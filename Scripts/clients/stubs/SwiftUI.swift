// The few declarations of SwiftUI that the client libraries use, with their shapes, for type-checking on Linux.
@_exported import Foundation
public import AuthenticationServices

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError("never") } }

@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> {
    TupleView((repeat each content))
  }
  public static func buildEither<A: View, B: View>(first: A) -> ConditionalContent<A, B> { .init() }
  public static func buildEither<A: View, B: View>(second: B) -> ConditionalContent<A, B> { .init() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}
public struct EmptyView: View { public init() {}; public typealias Body = Never; public var body: Never { fatalError("stub") } }
public struct TupleView<T>: View { init(_ value: T) {}; public typealias Body = Never; public var body: Never { fatalError("stub") } }
public struct ConditionalContent<A: View, B: View>: View { init() {}; public typealias Body = Never; public var body: Never { fatalError("stub") } }
extension Optional: View where Wrapped: View { public typealias Body = Never; public var body: Never { fatalError("stub") } }

public struct Text: View { public init(_ text: String) {}; public typealias Body = Never; public var body: Never { fatalError("stub") } }
public struct Button<Label: View>: View {
  public init(_ title: String, action: @escaping @MainActor () -> Void) where Label == Text {}
  public init(_ title: String, role: ButtonRole?, action: @escaping @MainActor () -> Void) where Label == Text {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct ButtonRole: Sendable { public static let destructive = ButtonRole() }
public struct TextField: View {
  public init(_ title: String, text: Binding<String>) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct SecureField: View {
  public init(_ title: String, text: Binding<String>) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct VStack<Content: View>: View {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct Group<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct List<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct LabeledContent: View {
  public init(_ title: String, value: String) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}
public struct ForEach<Items: RandomAccessCollection, ID: Hashable, Content: View>: View {
  public init(_ items: Items, id: KeyPath<Items.Element, ID>, @ViewBuilder content: @escaping (Items.Element) -> Content) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}

public struct EnvironmentValues {
  public var colorScheme: ColorScheme = .light
}
public enum ColorScheme: Sendable, Hashable { case light, dark }
@propertyWrapper public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  let path: KeyPath<EnvironmentValues, Value>
  public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}
@propertyWrapper public struct State<Value> {
  public init(wrappedValue: Value) { value = wrappedValue }
  let value: Value
  public var wrappedValue: Value { get { value } nonmutating set {} }
  public var projectedValue: Binding<Value> { Binding(get: { value }, set: { _ in }) }
}
extension State where Value: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { self.get = get; self.set = set }
  let get: () -> Value
  let set: (Value) -> Void
  public var wrappedValue: Value { get { get() } nonmutating set { set(newValue) } }
  public var projectedValue: Binding<Value> { self }
  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(get: { get()[keyPath: path] }, set: { _ in })
  }
}
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = ModifierContent
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
public struct ModifierContent: View { public typealias Body = Never; public var body: Never { fatalError("stub") } }
public protocol Shape: View {}
public struct RoundedRectangle: Shape {
  public init(cornerRadius: CGFloat) {}
  public typealias Body = Never; public var body: Never { fatalError("stub") }
}

extension View {
  public func frame(minWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil, maxHeight: CGFloat? = nil) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil) -> some View { self }
  public func padding(_ length: CGFloat? = nil) -> some View { self }
  public func clipShape<S: Shape>(_ shape: S) -> some View { self }
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  public func modifier<M: ViewModifier>(_ modifier: M) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func alert(_ title: String, isPresented: Binding<Bool>, actions: () -> some View, message: () -> some View) -> some View { self }
  public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
  public func task<ID: Equatable>(id: ID, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
}

@MainActor @preconcurrency public protocol Scene { }
public struct WindowGroup<Content: View>: Scene { public init(@ViewBuilder content: () -> Content) {} }
@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency init()
  @MainActor @preconcurrency var body: Body { get }
}

// From the cross-import module of AuthenticationServices and SwiftUI.
@MainActor @preconcurrency public struct SignInWithAppleButton: View, Sendable {
  public struct Label: Sendable {
    public static let signIn = Label()
    public static let `continue` = Label()
    public static let signUp = Label()
  }
  public struct Style: Sendable {
    public static let black = Style()
    public static let white = Style()
    public static let whiteOutline = Style()
  }
  public nonisolated init(
    _ label: SignInWithAppleButton.Label = .signIn,
    onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
    onCompletion: @escaping ((Result<ASAuthorization, any Error>) -> Void)
  ) {}
  public typealias Body = Never
  public var body: Never { fatalError("stub") }
}
extension View {
  public nonisolated func signInWithAppleButtonStyle(_ style: SignInWithAppleButton.Style) -> some View { self }
}

// The types themselves are in the stand-in; only the environment is missing there.
extension EnvironmentValues {
  public var authorizationController: AuthorizationController { get { fatalError("stub") } }
  public var webAuthenticationSession: WebAuthenticationSession { get { fatalError("stub") } }
}

extension App { public static func main() {} }
