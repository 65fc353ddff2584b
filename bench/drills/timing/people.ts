import { hash } from '@node-rs/argon2'
import type pg from 'pg'

/** Who may have an address: all but the first are on file. */
export const kinds = ['unknown', 'client', 'client without a password', 'member of staff', 'deactivated person'] as const
export type Kind = (typeof kinds)[number]

export const ways = ['phone', 'email'] as const
export type Way = (typeof ways)[number]

/**
 * The number or address of one person of a kind. Each round has people of its own: limits of an address
 * never play a part.
 */
export const addressOf = (way: Way, kind: Kind, round: number): string => {
  const number = `${kinds.indexOf(kind)}${String(round).padStart(5, '0')}`
  return way === 'phone' ? `+447905${number}` : `person${number}@example.org`
}

/**
 * Creates the people of all rounds, reached by a confirmed number as well as by a confirmed address.
 * Passwords cost what the demo's do.
 */
export async function createPeople(database: pg.Client, rounds: number): Promise<void> {
  const known = kinds
    .slice(1)
    .map(kind => ({ kind, phone: addressOf('phone', kind, 0).slice(0, -5), email: addressOf('email', kind, 0).slice(0, 7) }))
  await database.query(
    `WITH made AS (
       INSERT INTO users (name, phone, phone_verified_at, email, email_verified_at, password_hash, active)
         SELECT 'Person ' || n, k.phone || lpad(n::text, 5, '0'), now(), k.email || lpad(n::text, 5, '0') || '@example.org', now(),
           CASE WHEN k.kind <> 'client without a password' THEN (SELECT password_hash FROM users WHERE password_hash IS NOT NULL LIMIT 1) END,
           k.kind <> 'deactivated person'
         FROM jsonb_to_recordset($1) AS k (kind text, phone text, email text), generate_series(0, $2::int - 1) n
         RETURNING id, phone)
     INSERT INTO role_assignments (user_id, role_id)
       SELECT made.id, (SELECT id FROM roles WHERE '*' = ANY (abilities) LIMIT 1)
       FROM made, jsonb_to_recordset($1) AS k (kind text, phone text) WHERE k.kind = 'member of staff' AND starts_with(made.phone, k.phone)`,
    [JSON.stringify(known), rounds],
  )
  await database.query('UPDATE settings SET codes_day = 1000000')
  await database.query('ANALYZE')
}

/** From now on only the reserve for people on file is left of the day's codes. */
export async function spendCodesForAll(database: pg.Client): Promise<void> {
  const { rowCount } = await database.query(`UPDATE text_days SET spent = 700000 WHERE what = 'codes'`)
  if (rowCount !== 1) throw new Error('no codes were counted')
}

/** What each control breaks. */
export const faults: Record<'hash' | 'lookup' | 'guess', (database: pg.Client) => Promise<unknown>> = {
  // As if the password were compared for people with an account only.
  hash: async database =>
    database.query('UPDATE users SET password_hash = $1 WHERE password_hash IS NOT NULL', [
      await hash('another one', { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 }),
    ]),
  lookup: database => database.query(delay('phone_codes', 'BEFORE INSERT', 'NEW')),
  guess: database => database.query(delay('join_tickets', 'BEFORE UPDATE', '(SELECT c FROM phone_codes c WHERE c.id = NEW.code_id)')),
}

/** Five milliseconds more where the code is of a person on file. */
const delay = (table: string, when: string, code: string) => `
  CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE code phone_codes := ${code};
  BEGIN
    IF EXISTS (SELECT FROM users u WHERE u.phone = code.phone OR u.email = code.email) THEN PERFORM pg_sleep(0.005); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER linger ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION linger()`
