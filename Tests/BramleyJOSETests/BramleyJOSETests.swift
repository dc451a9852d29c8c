// Tests of BramleyJOSE.
