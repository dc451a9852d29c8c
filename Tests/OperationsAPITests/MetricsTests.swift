import Testing

@testable import OperationsAPI

@Suite("Metrics")
struct MetricsTests {
  @Test("answers are counted by route and status, durations in growing buckets")
  func counting() {
    let metrics = Metrics()
    metrics.observe("/b", 200, .milliseconds(3))
    metrics.observe("/b", 200, .milliseconds(30))
    metrics.observe("/b", 400, .seconds(60))
    metrics.observe("/a\"\n", 200, .zero)
    let lines = metrics.text().split(separator: "\n").map(String.init)
    #expect(lines.contains("bramley_http_answers_total{route=\"/b\",status=\"200\"} 2"))
    #expect(lines.contains("bramley_http_answers_total{route=\"/b\",status=\"400\"} 1"))
    #expect(lines.contains("bramley_http_answers_total{route=\"/a\\\"\\n\",status=\"200\"} 1"))
    #expect(lines.contains("bramley_http_answer_seconds_bucket{route=\"/b\",le=\"0.0025\"} 0"))
    #expect(lines.contains("bramley_http_answer_seconds_bucket{route=\"/b\",le=\"0.005\"} 1"))
    #expect(lines.contains("bramley_http_answer_seconds_bucket{route=\"/b\",le=\"0.05\"} 2"))
    #expect(lines.contains("bramley_http_answer_seconds_bucket{route=\"/b\",le=\"5\"} 2"))
    #expect(lines.contains("bramley_http_answer_seconds_bucket{route=\"/b\",le=\"+Inf\"} 3"))
    #expect(lines.contains("bramley_http_answer_seconds_count{route=\"/b\"} 3"))
    #expect(lines.contains("bramley_http_answer_seconds_sum{route=\"/b\"} 60.033"))
  }
}
