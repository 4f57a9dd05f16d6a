-- Ends the sessions of the owner for which a session of the caller waits, directly or behind others, and which wait
-- for nobody. The role that serves requests may end its own sessions only, and a revocation must not wait for a
-- command that hangs. They are found first: a condition that ends sessions could be evaluated before the others.
CREATE FUNCTION end_blockers(waiting integer) RETURNS SETOF integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE blocker integer;
BEGIN
  FOR blocker IN
    WITH RECURSIVE chain (pid) AS (
      SELECT unnest(pg_blocking_pids(a.pid)) FROM pg_stat_activity a WHERE a.pid = waiting AND a.usename = session_user
       UNION SELECT unnest(pg_blocking_pids(chain.pid)) FROM chain)
    SELECT a.pid FROM chain JOIN pg_stat_activity a ON a.pid = chain.pid
     WHERE a.usename = current_user AND a.datname = current_database() AND a.application_name = 'orangery'
       AND cardinality(pg_blocking_pids(a.pid)) = 0
  LOOP
    IF pg_terminate_backend(blocker) THEN RETURN NEXT blocker; END IF;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION end_blockers(integer) FROM PUBLIC;
