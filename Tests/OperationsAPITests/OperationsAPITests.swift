// Tests of OperationsAPI.
