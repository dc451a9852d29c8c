#if canImport(COpenSSL)
  import Synchronization

  /// A few ready contexts of one kind, each lent to one thread at a time.
  ///
  /// A context keeps its key schedule and padding between uses, which is what makes it worth keeping.
  /// No more than ``limit`` are kept; a burst beyond it makes more and frees them again.
  final class ContextPool: Sendable {
    /// A context at rest. Safe to hand between threads because only its borrower touches it.
    private struct Context: @unchecked Sendable {
      let pointer: OpaquePointer
    }

    private static let limit = 16

    private let idle = Mutex<[Context]>([])
    private let make: @Sendable () -> OpaquePointer?
    private let free: @Sendable (OpaquePointer) -> Void

    init(
      make: @escaping @Sendable () -> OpaquePointer?, free: @escaping @Sendable (OpaquePointer) -> Void
    ) {
      self.make = make
      self.free = free
    }

    deinit {
      idle.withLock { contexts in
        for context in contexts { free(context.pointer) }
        contexts = []
      }
    }

    /// Lends a context; `nil` when the library could not make one.
    func withContext<Result>(_ body: (OpaquePointer) -> Result) -> Result? {
      let context: Context
      if let kept = idle.withLock({ $0.popLast() }) {
        context = kept
      } else {
        guard let made = make() else { return nil }
        context = Context(pointer: made)
      }
      defer {
        let isKept = idle.withLock { contexts in
          guard contexts.count < Self.limit else { return false }
          contexts.append(context)
          return true
        }
        if !isKept { free(context.pointer) }
      }
      return body(context.pointer)
    }
  }
#endif
