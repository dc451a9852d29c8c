/// A number that only grows and that some part of the service keeps by itself, for `/metrics`.
package struct Counter: Sendable {
  /// The name without the prefix `bramley_` and the ending `_total`, in lower case with underscores.
  package let name: String
  /// What it counts, in a sentence.
  package let help: String
  /// The labels in Prometheus' form with braces, or an empty text, each with its count since the process started.
  private let series: [Series]

  private struct Series: Sendable, Hashable {
    let labels: String
    let value: Int
  }

  /// A counter's present value.
  package init(_ name: String, _ help: String, _ value: Int) {
    self.name = name
    self.help = help
    series = [Series(labels: "", value: value)]
  }

  /// The present values of a counter that is kept apart by labels.
  ///
  /// - Parameter values: Labels as names and values, of constants of the code, with their counts.
  package init(
    _ name: String, _ help: String, by values: [(labels: KeyValuePairs<String, String>, count: Int)]
  ) {
    self.name = name
    self.help = help
    series = values.map { labels, count in
      Series(labels: "{" + labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",") + "}", value: count)
    }
  }

  /// The counter in Prometheus' text format 0.0.4.
  var text: String {
    "# HELP bramley_\(name)_total \(help)\n# TYPE bramley_\(name)_total counter\n"
      + series.map { "bramley_\(name)_total\($0.labels) \($0.value)\n" }.joined()
  }
}
