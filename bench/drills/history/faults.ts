import type pg from 'pg'
import { letSeatsBeSoldTwice } from '../../drill-support/break-seats.ts'

/** Bugs as they might be made, each in the drill's own database. */
export const faults = {
  seats: async (client: pg.Client) => void (await letSeatsBeSoldTwice(client)),
  cancelled: (client: pg.Client) =>
    rewrite(
      client,
      'take_or_free_seat',
      'IF had_seat AND (NOT has_seat OR moves) THEN',
      "IF had_seat AND (NOT has_seat AND NEW.status <> 'cancelled' OR moves) THEN",
    ),
  moved: (client: pg.Client) =>
    rewrite(client, 'take_or_free_seat', 'IF had_seat AND (NOT has_seat OR moves) THEN', 'IF had_seat AND NOT has_seat THEN'),
  places: async (client: pg.Client) => {
    await client.query('ALTER TABLE appointments DROP CONSTRAINT appointments_client_overlap')
    await rewrite(client, 'is_busy', 'SELECT coalesce(', 'SELECT false AND coalesce(')
  },
  log: async (client: pg.Client) => {
    await client.query(`
      CREATE FUNCTION lose_a_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER audit_loses BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.action = 'cancelled' AND right(NEW.subject_id::text, 1) = '7') EXECUTE FUNCTION lose_a_row()`)
  },
}

/** Replaces a condition in a function. */
async function rewrite(client: pg.Client, name: string, condition: string, instead: string): Promise<void> {
  const { rows } = await client.query<{ source: string }>('SELECT pg_get_functiondef($1::regproc) AS source', [name])
  const source = rows[0]?.source ?? ''
  if (!source.includes(condition)) throw new Error(`${name} has no such condition any more: ${condition}`)
  await client.query(source.replace(condition, () => instead))
}
