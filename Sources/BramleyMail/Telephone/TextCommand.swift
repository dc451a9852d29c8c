package import Accounts
import BramleyHTTP

/// Runs a program of the operator's for each text message: `sms.command`.
///
/// It is run without a shell; number and text come as JSON on its standard input, so that neither stands in
/// the list of processes. Its environment holds `PATH`, `HOME`, `LANG` and `TZ` and nothing of ours. Status
/// 0 is taken as sent, 65 (`EX_DATAERR`) refuses the number for good, anything else is tried again. After
/// ten seconds it is killed with all that it started.
package struct TextCommand: TextSending {
  private let command: [String]
  private let environment: [String: String]
  private let deadline: Duration

  /// A command: the path of a program and its arguments.
  package init(_ command: [String], environment: [String: String], deadline: Duration = .seconds(10)) {
    self.command = command
    self.environment = environment.filter { ["PATH", "HOME", "LANG", "TZ"].contains($0.key) }
    self.deadline = deadline
  }

  package func send(_ text: TelephoneText) async -> DeliveryOutcome {
    let (command, environment, deadline, input) = (command, environment, deadline, text.json)
    let end = await withCheckedContinuation { (continuation: CheckedContinuation<ChildProcess.End, Never>) in
      let thread = ServiceThread {
        continuation.resume(
          returning: ChildProcess.run(command, environment: environment, input: input, deadline: deadline))
      }
      if thread == nil { continuation.resume(returning: .notStarted(0)) }
    }
    switch end {
    case .exited(0): return .sent
    case .exited(65): return .refused("command 65")
    case .exited(let status): return .failed("command \(status)")
    case .signalled(let number): return .failed("command signal \(number)")
    case .timedOut: return .failed("command timed out")
    case .notStarted(let number): return .failed("command not started, errno \(number)")
    }
  }
}
