// Tests of BramleyCrypto.
