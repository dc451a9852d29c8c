// Tests of _Configuration.
