-- The role that serves requests may write none but these columns of a person, and Citus writes the defaults of the
-- others as well. So it may call this, which makes a person without any role. Returns false for a known email.
CREATE FUNCTION create_user(user_id text, user_name text, user_email text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO users (id, name, email) VALUES (user_id, user_name, user_email) ON CONFLICT (email) DO NOTHING;
  RETURN FOUND;
END $$;

REVOKE ALL ON FUNCTION create_user(text, text, text) FROM PUBLIC;
