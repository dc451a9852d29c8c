/// Gives other tasks their turn until something holds; false if it does not within many turns.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool
) async -> Bool {
  for _ in 0..<20_000 {
    if await condition() { return true }
    await Task.yield()
  }
  return false
}
