-- The rows of a returning sign-in: is the proof spent, the account by its identity, then proof, session, audit, account.
\set account random(1, :accounts)
\set number random(1, 9000000000000000000)
:begin_pipeline
BEGIN;
SELECT payload, account, request, at FROM one_time WHERE key = decode(lpad(to_hex(:number::bigint), 80, '0'), 'hex') AND purpose = 1;
SELECT a.*, i.* FROM identities i JOIN accounts a ON a.id = i.account WHERE i.account = :account FOR UPDATE OF a;
:end_pipeline
:begin_pipeline
INSERT INTO one_time(key, purpose) VALUES (decode(lpad(to_hex(:number::bigint), 80, '0'), 'hex'), 1);
INSERT INTO sessions(id, account, generation, created_at, auth_time, last_used_at, rotated_at, provider, client_id, user_agent, address) VALUES (:number, :account, 1, 1800000000000, 1800000000000, 1800000000000, 1800000000000, 'apple.com', 'com.example.app', 'pgbench', '127.0.0.1');
INSERT INTO events(account, at, kind, session, detail, address) VALUES (:account, 1800000000000, 2, :number, 'apple.com', '127.0.0.1');
UPDATE accounts SET last_login_at = 1800000000000, newest_session = :number WHERE id = :account;
COMMIT;
:end_pipeline
