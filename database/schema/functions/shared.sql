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
CREATE TRIGGER support_types_revision BEFORE UPDATE ON support_types FOR EACH ROW WHEN (NEW.position = OLD.position) EXECUTE FUNCTION increment_revision();
-- The same; but a question that is used again moves to the end.
CREATE TRIGGER feedback_questions_revision BEFORE UPDATE ON feedback_questions FOR EACH ROW WHEN (NEW.position = OLD.position OR NEW.active <> OLD.active) EXECUTE FUNCTION increment_revision();
-- What a preview or another sign-in writes is no change of the provider.
CREATE TRIGGER identity_providers_revision BEFORE UPDATE OF name, icon, colour, client_id, client_secret, scopes, email_proof, phone_proof, second_factor, invited_only, enabled, mapping_author_id
  ON identity_providers FOR EACH ROW EXECUTE FUNCTION increment_revision();
CREATE TRIGGER waiting_list_revision BEFORE UPDATE ON waiting_list FOR EACH ROW EXECUTE FUNCTION increment_revision();
-- The worker's own columns are no change of the endpoint.
CREATE TRIGGER webhook_endpoints_revision BEFORE UPDATE OF address, description, events, secret, active ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION increment_revision();

-- Notifies servers that something changed that pages for visitors show, other than sessions and seats (channel openhour_public).
CREATE FUNCTION notify_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('openhour_public', '');
  RETURN NULL;
END $$;
CREATE TRIGGER settings_notify AFTER UPDATE ON settings EXECUTE FUNCTION notify_public();
CREATE TRIGGER identity_providers_notify AFTER INSERT OR UPDATE OR DELETE ON identity_providers EXECUTE FUNCTION notify_public();
CREATE TRIGGER contracts_notify AFTER UPDATE OF withdrawn_at ON contracts EXECUTE FUNCTION notify_public();
CREATE TRIGGER contract_versions_notify AFTER INSERT OR UPDATE OR DELETE ON contract_versions EXECUTE FUNCTION notify_public();
CREATE TRIGGER translations_notify AFTER INSERT OR UPDATE OR DELETE ON translations EXECUTE FUNCTION notify_public();
CREATE TRIGGER feedback_questions_notify AFTER INSERT OR UPDATE OR DELETE ON feedback_questions EXECUTE FUNCTION notify_public();
CREATE TRIGGER support_types_notify AFTER INSERT OR UPDATE OR DELETE ON support_types EXECUTE FUNCTION notify_public();
CREATE TRIGGER places_notify AFTER INSERT OR UPDATE OR DELETE ON places EXECUTE FUNCTION notify_public();
CREATE TRIGGER mentor_profiles_notify AFTER INSERT OR UPDATE OR DELETE ON mentor_profiles EXECUTE FUNCTION notify_public();
CREATE TRIGGER mentor_support_types_notify AFTER INSERT OR UPDATE OR DELETE ON mentor_support_types EXECUTE FUNCTION notify_public();
CREATE TRIGGER mentor_ratings_notify AFTER INSERT OR UPDATE OR DELETE ON mentor_ratings EXECUTE FUNCTION notify_public();
CREATE TRIGGER roles_notify AFTER UPDATE OR DELETE ON roles EXECUTE FUNCTION notify_public();
CREATE TRIGGER role_assignments_notify AFTER INSERT OR UPDATE OR DELETE ON role_assignments EXECUTE FUNCTION notify_public();
-- Notifies servers that a person's name, photo, languages or account changed, which pages show of mentors (channel openhour_public).
CREATE TRIGGER users_notify AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.photo_id, OLD.working_languages, OLD.active) IS DISTINCT FROM (NEW.name, NEW.photo_id, NEW.working_languages, NEW.active))
  EXECUTE FUNCTION notify_public();

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
