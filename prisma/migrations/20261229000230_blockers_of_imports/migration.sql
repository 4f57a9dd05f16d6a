-- An import has a name of its own, and is ended like other sessions of the owner.
CREATE OR REPLACE FUNCTION end_blockers(waiting integer) RETURNS SETOF integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE blocker integer;
BEGIN
  FOR blocker IN
    WITH RECURSIVE chain (pid) AS (
      SELECT unnest(pg_blocking_pids(a.pid)) FROM pg_stat_activity a WHERE a.pid = waiting AND a.usename = session_user
       UNION SELECT unnest(pg_blocking_pids(chain.pid)) FROM chain)
    SELECT a.pid FROM chain JOIN pg_stat_activity a ON a.pid = chain.pid
     WHERE a.usename = current_user AND a.datname = current_database() AND (a.application_name = 'orangery' OR a.application_name LIKE 'orangery import %')
       AND cardinality(pg_blocking_pids(a.pid)) = 0
  LOOP
    IF pg_terminate_backend(blocker) THEN RETURN NEXT blocker; END IF;
  END LOOP;
END $$;
