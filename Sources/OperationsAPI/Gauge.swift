/// A number that rises and falls and that some part of the service keeps by itself, for `/metrics`.
package struct Gauge: Sendable, Hashable {
  /// The name without the prefix `bramley_`, in lower case with underscores; ends with its unit, if it has one.
  package let name: String
  /// What it tells, in a sentence.
  package let help: String
  /// The present value.
  package let value: Int

  /// A gauge's present value.
  package init(_ name: String, _ help: String, _ value: Int) {
    self.name = name
    self.help = help
    self.value = value
  }

  /// The gauge in Prometheus' text format 0.0.4.
  var text: String {
    "# HELP bramley_\(name) \(help)\n# TYPE bramley_\(name) gauge\nbramley_\(name) \(value)\n"
  }
}
