/** What each control breaks, in SQL. */
export const faults = {
  tickets: `
    CREATE FUNCTION share_tries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.tries := (SELECT least(5, coalesce(max(t.tries), 0)) FROM join_tickets t WHERE t.code_id = NEW.code_id);
      RETURN NEW;
    END $$;
    CREATE TRIGGER share_tries BEFORE INSERT ON join_tickets FOR EACH ROW EXECUTE FUNCTION share_tries()`,
  reserve: `
    CREATE FUNCTION spend_reserve() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO text_days (day, what, spent) VALUES (NEW.day, 'codes_known', 1000000) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER spend_reserve AFTER INSERT ON text_days FOR EACH ROW WHEN (NEW.what = 'codes') EXECUTE FUNCTION spend_reserve()`,
  reveal: `
    CREATE FUNCTION shorten_code() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM users u WHERE u.phone = NEW.phone AND u.active) THEN NEW.expires_at := NEW.expires_at - interval '1 minute'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER shorten_code BEFORE INSERT ON phone_codes FOR EACH ROW EXECUTE FUNCTION shorten_code()`,
} as const
