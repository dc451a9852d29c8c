/// A certificate for `localhost` and `127.0.0.1`, its key, and the authority that signed it.
///
/// Made for these tests with openssl; nothing else trusts the authority, whose key was thrown away.
enum TestCertificate {
  static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBiDCCAS+gAwIBAgIUTVBoMGjWm7uHLlARyx3pXyqD7LAwCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTMwMDQzOTUwWhgPMjEy
    NjExMDYwNDM5NTBaMBkxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAE92iQiud8vIR04vXcVh62oQpZ3meSxGnrL67vL2z0
    3TeF0P6cm9eTAmjvxXgpV0A8Fmsu/40HmjJN/v59vtylJaNTMFEwHQYDVR0OBBYE
    FKJqDx84hROJ7N5xiBXOxOQMwUuBMB8GA1UdIwQYMBaAFKJqDx84hROJ7N5xiBXO
    xOQMwUuBMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgeoD71EYk
    OEPrHTlrBCXbDK8BK1CjA9pOsfRy/LUyq0ECIA4cSykhZjNlyi/SU8EDwjCTbkIp
    s+kf/dLt5uuXJqoP
    -----END CERTIFICATE-----

    """

  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBmjCCAUCgAwIBAgIUbg7WFf+pJwNucbfFwAn/DhHOvZQwCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTMwMDQzOTUwWhgPMjEy
    NjExMDYwNDM5NTBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEG
    CCqGSM49AwEHA0IABFo7yCTCJc6djONFXIte6tuWUirG8WgIZWEZyHhUANDHszaf
    VIuUxWMZr4rdYUJj/oRIYrX6tYsV0ecRh9VWN9ijaTBnMBoGA1UdEQQTMBGCCWxv
    Y2FsaG9zdIcEfwAAATAJBgNVHRMEAjAAMB0GA1UdDgQWBBQVC2ocNnF0sLvo2len
    w89wIH5ULjAfBgNVHSMEGDAWgBSiag8fOIUTiezecYgVzsTkDMFLgTAKBggqhkjO
    PQQDAgNIADBFAiEA6Q6WFM7mmLg5EXg5CFpE3bLrfMhslmNI9V9aiY4872QCICBR
    /dunb0sHCrBlsTdS+qsdvMDgUyjWQlXGm1EWfZP2
    -----END CERTIFICATE-----

    """

  static let privateKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDJpum5ql2B7qVSl3
    i22E7Db1Xqvg/WA4KTV6RD5AUYyhRANCAARaO8gkwiXOnYzjRVyLXurbllIqxvFo
    CGVhGch4VADQx7M2n1SLlMVjGa+K3WFCY/6ESGK1+rWLFdHnEYfVVjfY
    -----END PRIVATE KEY-----

    """
}
