import Synchronization

/// Counts what a listener answers, for Prometheus.
///
/// Labels are route patterns and statuses, so their number is bounded by the code, not by what clients send.
package final class Metrics: Sendable {
  /// What one route has answered; one look-up for each answer finds it all.
  private struct Route {
    /// By status, few to a route.
    var answers: [(status: Int, count: Int)] = []
    var durations: [Int]
    var sum: Duration = .zero

    mutating func count(_ status: Int) {
      if let index = answers.firstIndex(where: { $0.status == status }) {
        answers[index].count += 1
      } else {
        answers.append((status, 1))
      }
    }
  }

  /// Upper bounds of the duration buckets, in seconds and as Prometheus writes them.
  private static let bounds: [(limit: Duration, text: String)] = [
    (.microseconds(500), "0.0005"), (.milliseconds(1), "0.001"), (.microseconds(2500), "0.0025"),
    (.milliseconds(5), "0.005"), (.milliseconds(10), "0.01"), (.milliseconds(25), "0.025"),
    (.milliseconds(50), "0.05"), (.milliseconds(100), "0.1"), (.milliseconds(250), "0.25"),
    (.milliseconds(500), "0.5"), (.seconds(1), "1"), (.milliseconds(2500), "2.5"), (.seconds(5), "5"),
  ]

  private let routes = Mutex<[String: Route]>([:])

  /// Nothing counted yet.
  package init() {}

  /// Counts an answer; cheap, and safe from any thread.
  package func observe(_ route: String, _ status: Int, _ duration: Duration) {
    let bucket = Self.bounds.firstIndex { duration <= $0.limit } ?? Self.bounds.count
    routes.withLock { routes in
      Self.count(&routes[route, default: Route(durations: Self.none)], status, duration, bucket)
    }
  }

  private static let none = [Int](repeating: 0, count: bounds.count + 1)

  private static func count(_ route: inout Route, _ status: Int, _ duration: Duration, _ bucket: Int) {
    route.count(status)
    route.durations[bucket] += 1
    route.sum += duration
  }

  /// The counters in Prometheus' text format 0.0.4, in a stable order.
  package func text() -> String {
    let routes = routes.withLock { $0 }.sorted { $0.key < $1.key }
    var lines = [
      "# HELP bramley_http_answers_total Answers by route and status.",
      "# TYPE bramley_http_answers_total counter",
    ]
    for (name, route) in routes {
      for (status, count) in route.answers.sorted(by: { $0.status < $1.status }) {
        lines.append(
          "bramley_http_answers_total{route=\"\(Self.escape(name))\",status=\"\(status)\"} \(count)")
      }
    }
    lines.append("# HELP bramley_http_answer_seconds Time from a request's arrival to its answer.")
    lines.append("# TYPE bramley_http_answer_seconds histogram")
    for (name, route) in routes {
      let label = "route=\"\(Self.escape(name))\""
      var total = 0
      for (index, bound) in Self.bounds.enumerated() {
        total += route.durations[index]
        lines.append("bramley_http_answer_seconds_bucket{\(label),le=\"\(bound.text)\"} \(total)")
      }
      total += route.durations[Self.bounds.count]
      lines.append("bramley_http_answer_seconds_bucket{\(label),le=\"+Inf\"} \(total)")
      lines.append("bramley_http_answer_seconds_sum{\(label)} \(Self.seconds(route.sum))")
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
