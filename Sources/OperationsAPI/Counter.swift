/// A number that only grows and that some part of the service keeps by itself, for `/metrics`.
package struct Counter: Sendable {
  /// The name without the prefix `bramley_` and the ending `_total`, in lower case with underscores.
  package let name: String
  /// What it counts, in a sentence.
  package let help: String
  /// The counts since the process started, each with its labels as Prometheus writes them, or without.
  package let values: [(labels: String, count: Int)]

  /// A counter's present value.
  package init(_ name: String, _ help: String, _ value: Int) {
    self.name = name
    self.help = help
    values = [("", value)]
  }

  /// A counter's present values by one label.
  ///
  /// - Parameter values: Label values of this program's own, which need no escaping, and their counts.
  package init(_ name: String, _ help: String, by label: String, _ values: [(value: String, count: Int)]) {
    self.name = name
    self.help = help
    self.values = values.map { ("{\(label)=\"\($0.value)\"}", $0.count) }
  }

  /// The counter in Prometheus' text format 0.0.4.
  var text: String {
    values.reduce("# HELP bramley_\(name)_total \(help)\n# TYPE bramley_\(name)_total counter\n") {
      "\($0)bramley_\(name)_total\($1.labels) \($1.count)\n"
    }
  }
}
