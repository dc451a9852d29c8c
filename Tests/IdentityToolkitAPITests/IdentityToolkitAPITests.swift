// Tests of IdentityToolkitAPI.
