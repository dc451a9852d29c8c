import Synchronization
import _StoreCopy

extension Command {
  /// `bramley db copy`: moves a store between a file and a server.
  static let databaseCopy = Command(
    name: "db copy",
    summary: "Copies a store into an empty database, either kind, and compares them; run again, it goes on.",
    operands: "", operandCount: 0...0,
    options: OperatedStore.options + [
      .init(name: "--from", value: "URL", help: "the source, where -c is to name only the sealing keys"),
      .init(
        name: "--to", value: "URL",
        help: "the target: sqlite:PATH or postgres://…; services of both are stopped first"),
      .init(name: "--verify-only", value: nil, help: "compares the two and writes nothing"),
      .init(name: "--restart", value: nil, help: "throws away half a copy in the target and begins anew"),
      .init(name: "--json", value: nil, help: "answers in JSON"),
    ]
  ) { options throws in
    let request = try DatabaseCopyRequest(options)
    // Comparing needs no key: what is sealed is compared as it is.
    if request.work != .compare { guard try await request.checkKeys() else { return .failed } }
    let meter = Mutex(CopyMeter(at: .now))
    let report: CopyReport
    do throws(CopyError) {
      report = try await StoreCopy(from: request.source, to: request.target).run(request.work) { step in
        if let line = meter.withLock({ $0.line(for: step, at: .now) }) { Terminal.note(line) }
        return true
      }
    } catch {
      Terminal.note("bramley db copy: \(error)")
      return .failed
    }
    let view = CopyView(report)
    for line in options.has("--json") ? [try JSONText.line(view)] : view.lines { Terminal.print(line) }
    if request.work != .compare, report.isSame {
      Terminal.note("The sealing key is not in it: the service needs the same one with the new database.")
    }
    return report.isSame ? .done : .failed
  }
}
