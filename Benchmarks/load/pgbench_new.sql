-- The rows of a new person's sign-in: as for a returning one, and account and identity.
\set number random(1, 9000000000000000000)
:begin_pipeline
BEGIN;
SELECT payload, account, request, at FROM one_time WHERE key = decode(lpad(to_hex(:number::bigint), 80, '0'), 'hex') AND purpose = 1;
SELECT a.*, i.* FROM identities i JOIN accounts a ON a.id = i.account WHERE i.scope = 1 AND i.subject = to_hex(:number::bigint) FOR UPDATE OF a;
:end_pipeline
:begin_pipeline
SELECT a.* FROM accounts a WHERE a.email = to_hex(:number::bigint) || '@example.com';
:end_pipeline
:begin_pipeline
INSERT INTO one_time(key, purpose) VALUES (decode(lpad(to_hex(:number::bigint), 80, '0'), 'hex'), 1);
INSERT INTO accounts(uid, created_at, last_login_at, flags, newest_session, email) VALUES (to_hex(:number::bigint), 1800000000000, 1800000000000, 1, :number, to_hex(:number::bigint) || '@example.com');
INSERT INTO identities(scope, subject, account, flags) VALUES (1, to_hex(:number::bigint), :number, 1);
INSERT INTO sessions(id, account, generation, created_at, auth_time, last_used_at, rotated_at, provider, client_id, user_agent, address) VALUES (:number, :number, 1, 1800000000000, 1800000000000, 1800000000000, 1800000000000, 'apple.com', 'com.example.app', 'pgbench', '127.0.0.1');
INSERT INTO events(account, at, kind, session, detail, address) VALUES (:number, 1800000000000, 1, :number, 'apple.com', '127.0.0.1');
INSERT INTO events(account, at, kind, session, detail, address) VALUES (:number, 1800000000000, 2, :number, 'apple.com', '127.0.0.1');
COMMIT;
:end_pipeline
