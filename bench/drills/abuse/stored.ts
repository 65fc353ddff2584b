import type { Site } from '../../drill-support/site.ts'
import { addressIn } from './from-address.ts'

/** What requests for codes leave in the database. */
export interface Stored {
  /** Wrong codes of the number that were compared. */
  guesses: number
  /** Tickets that the addresses of network 0 hold. */
  neighbours: number
  /** Codes of the day that were taken from the part for all. */
  spentOnAll: number
  /** The same from the reserve for existing people. */
  spentOnKnown: number
  /** Challenges of passkeys. */
  challenges: number
  /** Sign-ins begun at the identity provider. */
  signIns: number
  /** Size of the tables that a stranger's requests fill. */
  bytes: number
}

export async function readStored({ database }: Site, phone: string): Promise<Stored> {
  const { rows } = await database.query<Record<keyof Stored, string>>(
    `SELECT
      (SELECT coalesce(sum(t.tries - (t.used_at IS NOT NULL)::int), 0) FROM join_tickets t JOIN phone_codes c ON c.id = t.code_id WHERE c.phone = $1) AS guesses,
      (SELECT count(*) FROM join_tickets WHERE address LIKE $2) AS neighbours,
      (SELECT coalesce(max(d.spent), 0) FROM text_days d WHERE d.what = 'codes') AS "spentOnAll",
      (SELECT coalesce(max(d.spent), 0) FROM text_days d WHERE d.what = 'codes_known') AS "spentOnKnown",
      (SELECT count(*) FROM passkey_challenges) AS challenges,
      (SELECT count(*) FROM provider_sign_ins) AS "signIns",
      (SELECT sum(pg_total_relation_size(name::regclass))
        FROM unnest(ARRAY['join_tickets', 'phone_codes', 'registration_tickets', 'login_tickets', 'request_counts', 'outbox',
          'passkey_challenges', 'provider_sign_ins']) name) AS bytes`,
    [phone, addressIn(0, 0).replace(/\d+$/, '%')],
  )
  const [row] = rows
  if (!row) throw new Error('nothing was read')
  return {
    guesses: Number(row.guesses),
    neighbours: Number(row.neighbours),
    spentOnAll: Number(row.spentOnAll),
    spentOnKnown: Number(row.spentOnKnown),
    challenges: Number(row.challenges),
    signIns: Number(row.signIns),
    bytes: Number(row.bytes),
  }
}
