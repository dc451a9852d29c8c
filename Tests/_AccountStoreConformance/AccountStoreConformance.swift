// Conformance.
