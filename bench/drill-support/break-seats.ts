import type pg from 'pg'

/**
 * Makes it possible to sell a seat twice: by booking, moving and asking for; approving takes no seat, and one that
 * is on offer is held besides (bench/drills/race/faults.ts has faults for these). Three things keep it: the
 * conditional count of `slots.taken` in the trigger `appointments_take_or_free_seat`, the check `slots_seats` on
 * it, and, should both be wrong, the unique index `appointments_one_per_seat`. Here taken seats stay uncounted,
 * which leaves the first two nothing to see, and the index goes. Answers how to count again from then on.
 */
export async function letSeatsBeSoldTwice(client: pg.Client): Promise<() => Promise<void>> {
  await client.query(`
    DROP INDEX IF EXISTS appointments_one_per_seat;
    CREATE OR REPLACE FUNCTION leave_uncounted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.taken := OLD.taken; RETURN NEW; END $$;
    CREATE TRIGGER slots_uncounted BEFORE UPDATE OF taken ON slots FOR EACH ROW EXECUTE FUNCTION leave_uncounted()`)
  return async () => void (await client.query('DROP TRIGGER slots_uncounted ON slots'))
}
