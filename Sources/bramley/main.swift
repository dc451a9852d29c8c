// This target is being built.
