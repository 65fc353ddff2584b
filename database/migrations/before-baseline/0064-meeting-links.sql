-- A session's own meeting link or pattern; without one the place's counts.
ALTER TABLE schedules ADD COLUMN meeting_url text;
ALTER TABLE schedules ADD CONSTRAINT schedules_meeting CHECK (meeting_url ~ '^https://') NOT VALID;

-- The room that stands for {room} in a pattern: 122 random bits, one for each appointment. Only appointments ahead need one.
ALTER TABLE appointments ADD COLUMN room uuid;
ALTER TABLE appointments ALTER COLUMN room SET DEFAULT gen_random_uuid();
ALTER TABLE appointments DISABLE TRIGGER USER;
UPDATE appointments SET room = gen_random_uuid() WHERE starts_at > now() - interval '1 day' AND holds_seat(status);
ALTER TABLE appointments ENABLE TRIGGER USER;

-- Another slot or another mentor is another room: the mentor of the old one knows the old room. The name sorts after appointments_seat, which fills the mentor.
CREATE FUNCTION change_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.room := gen_random_uuid();
  RETURN NEW;
END $$;
CREATE TRIGGER appointments_seat_room BEFORE UPDATE OF slot_id ON appointments FOR EACH ROW
  WHEN ((NEW.slot_id, NEW.mentor_id) IS DISTINCT FROM (OLD.slot_id, OLD.mentor_id)) EXECUTE FUNCTION change_room();
