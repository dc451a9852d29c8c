// Tests of AppleIdentity.
