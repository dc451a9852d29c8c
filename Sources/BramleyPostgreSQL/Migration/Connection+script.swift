import CPostgreSQL

extension Connection {
  /// Runs several statements of a migration; one round trip outside of the pipeline.
  func execute(_ script: String) throws(PostgreSQLError) {
    try synchronize()
    guard PQexitPipelineMode(handle) == 1, PQsendQuery(handle, script) == 1 else {
      throw lost("The connection to the server broke.")
    }
    try flush()
    var error: PostgreSQLError?
    while let result = try nextResult() {
      if PQresultStatus(result) == PGRES_FATAL_ERROR, error == nil {
        error = PostgreSQLError(result: result)
      }
      PQclear(result)
    }
    guard PQenterPipelineMode(handle) == 1 else { throw lost("The connection to the server broke.") }
    if let error { throw error }
  }
}
