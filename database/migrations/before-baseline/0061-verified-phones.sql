-- A phone number opens a record only when its owner has confirmed a code. Null: the number is a contact detail that staff entered.
ALTER TABLE users ADD COLUMN phone_verified_at timestamptz;
-- Existing numbers: of people who have logged in, registered or set up the installation.
UPDATE users u SET phone_verified_at = now() WHERE phone IS NOT NULL AND (
  password_hash IS NOT NULL
  OR EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)
  OR EXISTS (SELECT FROM audit a WHERE a.person_id = u.id AND a.action IN ('registered', 'set_up')));

-- A number that goes takes its proof with it, by whatever path.
CREATE FUNCTION forget_phone_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_verified_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_forget_phone_proof BEFORE UPDATE OF phone ON users FOR EACH ROW WHEN (NEW.phone IS NULL) EXECUTE FUNCTION forget_phone_proof();

-- Numbers of merged records lead to no new registration.
CREATE INDEX users_merged_phone ON users (phone) WHERE merged_into IS NOT NULL;
