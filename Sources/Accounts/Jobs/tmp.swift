extension Accounts { func start(_ job: Job.ID) {} }
