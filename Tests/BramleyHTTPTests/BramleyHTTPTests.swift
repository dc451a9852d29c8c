// Tests of BramleyHTTP.
