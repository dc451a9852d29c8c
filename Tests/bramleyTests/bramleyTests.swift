// Process tests.
