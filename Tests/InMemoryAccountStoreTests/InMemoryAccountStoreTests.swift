// Tests of InMemoryAccountStore.
