/// A number that only grows and that some part of the service keeps by itself, for `/metrics`.
package struct Counter: Sendable, Hashable {
  /// The name without the prefix `bramley_` and the ending `_total`, in lower case with underscores.
  package let name: String
  /// What it counts, in a sentence.
  package let help: String
  /// The count since the process started.
  package let value: Int

  /// A counter's present value.
  package init(_ name: String, _ help: String, _ value: Int) {
    self.name = name
    self.help = help
    self.value = value
  }

  /// The counter in Prometheus' text format 0.0.4.
  var text: String {
    "# HELP bramley_\(name)_total \(help)\n# TYPE bramley_\(name)_total counter\nbramley_\(name)_total \(value)\n"
  }
}
