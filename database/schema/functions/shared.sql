-- What many tables share.

-- Returns an instant in UTC to the second, as the API writes it (RFC 3339). PostgreSQL inlines it.
CREATE FUNCTION rfc3339(at timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') $$;

-- Increments the revision of a changed row, whatever the statement says.
CREATE FUNCTION increment_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.revision := OLD.revision + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER settings_revision BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER users_revision BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER roles_revision BEFORE UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER places_revision BEFORE UPDATE ON places FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER schedules_revision BEFORE UPDATE ON schedules FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER weekly_hours_revision BEFORE UPDATE ON weekly_hours FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER time_off_revision BEFORE UPDATE ON time_off FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER contracts_revision BEFORE UPDATE ON contracts FOR EACH ROW EXECUTE FUNCTION increment_revision();
-- A new position is no change of the record: its open form stays current.
CREATE TRIGGER support_types_revision BEFORE UPDATE OF name, description, colour, slot_minutes, price_amount, price_currency, needs_approval, active, confidential
  ON support_types FOR EACH ROW EXECUTE FUNCTION increment_revision();
-- A new position is no change of the record: its open form stays current.
CREATE TRIGGER feedback_questions_revision BEFORE UPDATE OF type, widget, prompt, options, required, active
  ON feedback_questions FOR EACH ROW EXECUTE FUNCTION increment_revision();
-- What a preview or another sign-in writes is no change of the provider.
CREATE TRIGGER identity_providers_revision BEFORE UPDATE OF name, icon, colour, client_id, client_secret, scopes, email_proof, phone_proof, second_factor, invited_only, enabled, mapping_author_id
  ON identity_providers FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER waiting_list_revision BEFORE UPDATE ON waiting_list FOR EACH ROW EXECUTE FUNCTION increment_revision();
-- The worker's own columns are no change of the endpoint.
CREATE TRIGGER webhook_endpoints_revision BEFORE UPDATE OF address, description, events, secret, active ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION increment_revision();

-- Refuses TRUNCATE, which fires no row triggers.
CREATE FUNCTION reject_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this table is never emptied' USING ERRCODE = 'check_violation', CONSTRAINT = 'never_emptied';
END $$;
CREATE TRIGGER contract_versions_reject_truncate BEFORE TRUNCATE ON contract_versions EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER contract_version_translations_reject_truncate BEFORE TRUNCATE ON contract_version_translations EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER acceptances_reject_truncate BEFORE TRUNCATE ON acceptances EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER audit_reject_truncate BEFORE TRUNCATE ON audit EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER role_assignments_reject_truncate BEFORE TRUNCATE ON role_assignments EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER appointments_reject_truncate BEFORE TRUNCATE ON appointments EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER waiting_list_reject_truncate BEFORE TRUNCATE ON waiting_list EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER freed_seats_reject_truncate BEFORE TRUNCATE ON freed_seats EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER mentor_times_reject_truncate BEFORE TRUNCATE ON mentor_times EXECUTE FUNCTION reject_truncate();
CREATE TRIGGER busy_times_reject_truncate BEFORE TRUNCATE ON busy_times EXECUTE FUNCTION reject_truncate();
