-- Webhook events: ids, times and status only. No name, number, text or type of support. Without an active
-- endpoint, nothing is written.

-- Returns the data of an appointment event.
CREATE FUNCTION webhook_appointment_data(id uuid, client uuid, mentor uuid, schedule uuid, starts timestamptz, ends timestamptz, status text, revision int)
RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'client_id', client, 'mentor_id', mentor, 'schedule_id', schedule,
    'starts_at', rfc3339(starts), 'ends_at', rfc3339(ends),
    'status', status, 'revision', revision)
$$;

-- Removes a waiting event of the undone action. The change and its undoing are no news for other systems then.
CREATE FUNCTION drop_undone_webhook(record uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_undoing() THEN RETURN false; END IF;
  DELETE FROM webhook_events WHERE action_id = current_setting('openhour.undoing')::uuid AND data->>'id' = record::text;
  RETURN FOUND;
END $$;

-- Writes the events of new appointments, once per statement.
CREATE FUNCTION record_booking_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data)
    SELECT CASE a.status WHEN 'pending' THEN 'appointment.requested' ELSE 'appointment.booked' END,
      webhook_appointment_data(a.id, a.user_id, a.mentor_id, a.schedule_id, a.starts_at, a.ends_at, a.status, a.revision)
    FROM added a;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_write_webhook AFTER INSERT ON appointments REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION record_booking_webhooks();

-- Writes the event of a changed appointment.
CREATE FUNCTION record_appointment_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT drop_undone_webhook(NEW.id) AND EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data) VALUES (
      CASE
        WHEN NEW.status = OLD.status THEN 'appointment.moved'
        WHEN NEW.status = 'booked' AND OLD.status = 'pending' THEN 'appointment.approved'
        WHEN NEW.status = 'cancelled' AND OLD.status = 'pending' AND NEW.cancelled_by = 'organisation' THEN 'appointment.refused'
        WHEN NEW.status = 'cancelled' THEN 'appointment.cancelled'
        ELSE 'appointment.status_changed'
      END,
      webhook_appointment_data(NEW.id, NEW.user_id, NEW.mentor_id, NEW.schedule_id, NEW.starts_at, NEW.ends_at, NEW.status, NEW.revision));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER appointments_write_webhook_change AFTER UPDATE ON appointments FOR EACH ROW
  WHEN ((NEW.status, NEW.slot_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at) IS DISTINCT FROM (OLD.status, OLD.slot_id, OLD.mentor_id, OLD.starts_at, OLD.ends_at))
  EXECUTE FUNCTION record_appointment_webhook();

-- Writes the event of a new or changed person.
CREATE FUNCTION record_client_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT drop_undone_webhook(NEW.id) AND EXISTS (SELECT FROM webhook_endpoints WHERE active) THEN
    INSERT INTO webhook_events (kind, data) VALUES (
      CASE
        WHEN TG_OP = 'INSERT' THEN 'client.created'
        WHEN NEW.erased_at IS NOT NULL AND OLD.erased_at IS NULL THEN 'client.erased'
        WHEN NEW.merged_into IS DISTINCT FROM OLD.merged_into THEN 'client.merged'
        WHEN OLD.active AND NOT NEW.active THEN 'client.deactivated'
        WHEN NEW.active AND NOT OLD.active THEN 'client.reactivated'
        ELSE 'client.changed'
      END,
      jsonb_build_object('id', NEW.id, 'active', NEW.active, 'merged_into', NEW.merged_into, 'revision', NEW.revision));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_write_webhook AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION record_client_webhook();
CREATE TRIGGER users_write_webhook_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((NEW.name, NEW.phone, NEW.contact_name, NEW.contact_phone, NEW.email, NEW.photo_id, NEW.locale, NEW.time_zone, NEW.channel,
      NEW.spoken_language, NEW.needs_interpreter, NEW.active, NEW.merged_into, NEW.erased_at)
    IS DISTINCT FROM (OLD.name, OLD.phone, OLD.contact_name, OLD.contact_phone, OLD.email, OLD.photo_id, OLD.locale, OLD.time_zone, OLD.channel,
      OLD.spoken_language, OLD.needs_interpreter, OLD.active, OLD.merged_into, OLD.erased_at))
  EXECUTE FUNCTION record_client_webhook();
