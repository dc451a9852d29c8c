import Synchronization

/// Counts what a listener answers, for Prometheus.
///
/// Labels are route patterns and statuses, so their number is bounded by the code, not by what clients send.
package final class Metrics: Sendable {
  private struct Series: Hashable {
    let route: String
    let status: Int
  }

  private struct Histogram {
    var counts: [Int]
    var sum: Duration = .zero
  }

  private struct State {
    var answers: [Series: Int] = [:]
    var durations: [String: Histogram] = [:]
  }

  /// Upper bounds of the duration buckets, in seconds and as Prometheus writes them.
  private static let bounds: [(limit: Duration, text: String)] = [
    (.microseconds(500), "0.0005"), (.milliseconds(1), "0.001"), (.microseconds(2500), "0.0025"),
    (.milliseconds(5), "0.005"), (.milliseconds(10), "0.01"), (.milliseconds(25), "0.025"),
    (.milliseconds(50), "0.05"), (.milliseconds(100), "0.1"), (.milliseconds(250), "0.25"),
    (.milliseconds(500), "0.5"), (.seconds(1), "1"), (.milliseconds(2500), "2.5"), (.seconds(5), "5"),
  ]

  private let state = Mutex(State())

  /// Nothing counted yet.
  package init() {}

  /// Counts an answer; cheap, and safe from any thread.
  package func observe(_ route: String, _ status: Int, _ duration: Duration) {
    let bucket = Self.bounds.firstIndex { duration <= $0.limit } ?? Self.bounds.count
    state.withLock { state in
      state.answers[Series(route: route, status: status), default: 0] += 1
      var histogram =
        state.durations[route] ?? Histogram(counts: [Int](repeating: 0, count: Self.bounds.count + 1))
      histogram.counts[bucket] += 1
      histogram.sum += duration
      state.durations[route] = histogram
    }
  }

  /// The counters in Prometheus' text format 0.0.4, in a stable order.
  package func text() -> String {
    let (answers, durations) = state.withLock { ($0.answers, $0.durations) }
    var lines = [
      "# HELP bramley_http_answers_total Answers by route and status.",
      "# TYPE bramley_http_answers_total counter",
    ]
    for (series, count) in answers.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      lines.append(
        "bramley_http_answers_total{route=\"\(Self.escape(series.route))\",status=\"\(series.status)\"} \(count)"
      )
    }
    lines.append("# HELP bramley_http_answer_seconds Time from a request's arrival to its answer.")
    lines.append("# TYPE bramley_http_answer_seconds histogram")
    for (route, histogram) in durations.sorted(by: { $0.key < $1.key }) {
      let label = "route=\"\(Self.escape(route))\""
      var total = 0
      for (index, bound) in Self.bounds.enumerated() {
        total += histogram.counts[index]
        lines.append("bramley_http_answer_seconds_bucket{\(label),le=\"\(bound.text)\"} \(total)")
      }
      total += histogram.counts[Self.bounds.count]
      lines.append("bramley_http_answer_seconds_bucket{\(label),le=\"+Inf\"} \(total)")
      lines.append("bramley_http_answer_seconds_sum{\(label)} \(Self.seconds(histogram.sum))")
      lines.append("bramley_http_answer_seconds_count{\(label)} \(total)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escape(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    return String(Double(seconds) + Double(attoseconds) / 1e18)
  }
}
