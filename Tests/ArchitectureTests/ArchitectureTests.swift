// Arrow tests.
