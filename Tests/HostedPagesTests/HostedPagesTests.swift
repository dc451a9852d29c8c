// Tests of HostedPages.
