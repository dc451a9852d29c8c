-- The rows of a rotation: the session with its lock, its account and identity, then the session.
\set session random(1, :sessions)
:begin_pipeline
BEGIN;
SELECT s.* FROM sessions s WHERE s.id = :session FOR UPDATE;
SELECT a.*, i.* FROM sessions s JOIN accounts a ON a.id = s.account JOIN identities i ON i.account = a.id WHERE s.id = :session;
:end_pipeline
:begin_pipeline
UPDATE sessions SET generation = generation + 1, rotated_at = 1800000000000, last_used_at = 1800000000000, successor_used_at = NULL WHERE id = :session;
COMMIT;
:end_pipeline
