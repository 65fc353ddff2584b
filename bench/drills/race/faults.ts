import type pg from 'pg'

/** An approval reports success but leaves the appointment unapproved. */
export async function approveInVain(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE FUNCTION stay_pending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.status := OLD.status; RETURN NEW; END $$;
    CREATE TRIGGER appointments_stay BEFORE UPDATE ON appointments FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status = 'booked') EXECUTE FUNCTION stay_pending()`)
}

/** Offered seats can be booked by other clients. */
export async function holdNothing(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE FUNCTION leave_unheld() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.held := 0; RETURN NEW; END $$;
    CREATE TRIGGER slots_unheld BEFORE UPDATE OF held ON slots FOR EACH ROW EXECUTE FUNCTION leave_unheld();
    UPDATE slots SET held = 0 WHERE held > 0`)
}
