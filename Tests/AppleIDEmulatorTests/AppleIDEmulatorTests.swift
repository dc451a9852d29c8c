// Tests of AppleIDEmulator.
