import BramleySQLite

extension Connection {
  /// Every row of every table as text, sorted.
  func dump() throws(SQLiteError) -> [String] {
    var lines: [String] = []
    lines += try all(
      """
      SELECT 'account '||json_array(id,uid,created_at,last_login_at,flags,newest_session,newest_event,
      newest_grant,apple_authorized_at,valid_since,email,display_name,photo_url,phone,password_hash,
      password_updated_at,custom_attributes,initial_email,deletes_at,extras) FROM accounts
      """
    ) { $0.text(0) }
    lines += try all(
      """
      SELECT 'identity '||json_array(scope,subject,account,flags,email,display_name,photo_url,screen_name,
      phone,first_client_id,real_user_status,first_authorized_at) FROM identities
      """
    ) { $0.text(0) }
    lines += try all(
      """
      SELECT 'session '||json_array(id,account,previous,generation,created_at,auth_time,last_used_at,
      rotated_at,successor_used_at,ended_at,end_reason,provider,client_id,user_agent,address,custom_claims)
      FROM sessions
      """
    ) { $0.text(0) }
    lines += try all(
      "SELECT 'event '||json_array(id,account,previous,at,kind,session,detail,address) FROM events"
    ) { $0.text(0) }
    lines += try all(
      """
      SELECT 'grant '||json_array(id,account,previous,job,state,subject,client_id,hex(code_hash),
      authorized_at,hex(sealed_token),checked_at) FROM grants
      """
    ) { $0.text(0) }
    lines += try all(
      """
      SELECT 'job '||json_array(id,kind,grant_id,subject,client_id,hex(sealed),authorized_at,created_at,
      due_at,attempts,last_failure) FROM jobs
      """
    ) { $0.text(0) }
    lines += try all(
      "SELECT 'one-time '||json_array(hex(key),purpose,hex(payload),account,hex(request),at) FROM one_time"
    ) { $0.text(0) }
    lines += try all("SELECT 'consent '||json_array(id,account,at,kind,version,text,locale) FROM consents") {
      $0.text(0)
    }
    lines += try all("SELECT 'tombstone '||json_array(account,hex(digest),cause,at) FROM tombstones") {
      $0.text(0)
    }
    lines += try all("SELECT 'lease '||json_array(hex(key),taken) FROM leases") { $0.text(0) }
    lines += try all("SELECT 'setting '||json_array(name,hex(value)) FROM settings") { $0.text(0) }
    return lines.sorted()
  }
}
