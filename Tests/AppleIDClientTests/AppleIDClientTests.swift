// Tests of AppleIDClient.
