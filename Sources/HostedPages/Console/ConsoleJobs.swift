import _Markup
import Accounts
import BramleyHTTP

/// The work that waits: what it is, why it failed, and a button that tries it now.
struct ConsoleJobs: Sendable {
  let pages: HostedPages

  /// Lists it.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    let session = try await pages.consolePerson(of: visit)
    let jobs = try await pages.accounts.waitingJobs()
    let owners = try await owners(of: jobs)
    let table = ConsolePage.table(
      "Waiting", ["Job", "Account", "Client", "Written", "Attempts", "Last failure", "Next attempt", ""],
      jobs.map { job in
        [
          ConsolePage.cell(String(describing: job.draft.kind)),
          owner(of: job, owners).map { ConsoleAccounts.link($0, $0.text, visit) }
            ?? ConsolePage.cell(nil as String?),
          ConsolePage.cell(job.draft.clientID), ConsolePage.cell(job.createdAt), "\(job.attempts)",
          job.lastFailure.map { ConsolePage.badge($0, isBad: true) } ?? ConsolePage.cell(nil as String?),
          ConsolePage.cell(job.dueAt), "\(button(job, visit), if: session.allows(.write))",
        ]
      }, nothing: "Nothing waits.")
    let notices = ["yes": "It is tried now.", "no": "It is done, or being tried already."]
    return ConsolePage(
      visit: visit, pages: pages, session: session, title: "Jobs", main: table,
      notice: visit.query["tried"].flatMap { notices[$0] }
    ).response()
  }

  /// Tries one now.
  func tryNow(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let session = try await pages.consolePerson(of: visit, .write)
    let number = fields["job"].flatMap { Int64($0) } ?? 0
    let isTried = try await pages.accounts.tryNow(Job.ID(number: number))
    pages.log("console: \(session.name) tried job \(number)")
    return visit.redirect(to: "/admin/jobs?tried=\(isTried ? "yes" : "no")")
  }

  private func button(_ job: Job, _ visit: Visit) -> HTML {
    """
    <form method="post" action="\(visit.address.path("/admin/jobs"))">\(FormOrigin.field(visit))\
    <input type="hidden" name="job" value="\(String(job.id.number))">\
    <button type="submit" class="plain">Try now</button></form>
    """
  }

  /// Whose job it is: messages name the account, work at Apple names the subject.
  private func owner(of job: Job, _ owners: [String: Account.ID]) -> Account.ID? {
    switch job.draft.kind {
    case .sendMail, .sendText: Account.ID(job.draft.subject)
    default: owners[job.draft.subject]
    }
  }

  /// The accounts behind Apple's subjects, where they are still there.
  private func owners(of jobs: [Job]) async throws -> [String: Account.ID] {
    let subjects = Set(jobs.map(\.draft.subject)).filter { !$0.isEmpty }
    guard !subjects.isEmpty else { return [:] }
    let accounts = try await pages.accounts.accounts(
      by: subjects.map { .identity(provider: .apple, subject: $0) })
    var owners: [String: Account.ID] = [:]
    for account in accounts {
      if let subject = account.identity(of: .apple)?.subject { owners[subject] = account.id }
    }
    return owners
  }
}
