import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

export const actors = ['visitor', 'client', 'mentor', 'front desk', 'administrator'] as const
export type Actor = (typeof actors)[number]

/** What they may do; clients hold no role. */
const roles = [
  { actor: 'mentor', opens_admin: false, is_mentor: true, abilities: [] },
  { actor: 'front desk', opens_admin: true, is_mentor: false, abilities: ['Schedule List', 'Appointment List'] },
  { actor: 'administrator', opens_admin: true, is_mentor: false, abilities: ['*'] },
]

/**
 * Creates users and roles for one operation, so that its random changes of users, roles and sessions affect no
 * other operation. Returns their tokens.
 */
export async function makeActors(database: pg.Client, turn: number): Promise<Record<Actor, string | null>> {
  const people = actors
    .filter(actor => actor !== 'visitor')
    .map((actor, at) => {
      const token = randomBytes(32).toString('base64url')
      const hash = createHash('sha256').update(token).digest('hex')
      return { actor, phone: `+4475${String(turn * 10 + at).padStart(8, '0')}`, token, hash }
    })
  await database.query(
    `WITH given AS (INSERT INTO roles (name, abilities, opens_admin, is_mentor)
       SELECT actor || ' ' || $1::int, abilities, opens_admin, is_mentor
         FROM jsonb_to_recordset($2) AS r (actor text, abilities text[], opens_admin boolean, is_mentor boolean) RETURNING id, name),
     wanted AS (SELECT * FROM jsonb_to_recordset($3) AS p (actor text, phone text, hash text)),
     made AS (INSERT INTO users (name, phone) SELECT 'Person '|| $1::int, phone FROM wanted RETURNING id, phone),
     held AS (INSERT INTO role_assignments (user_id, role_id)
       SELECT made.id, given.id FROM made JOIN wanted USING (phone) JOIN given ON given.name = wanted.actor || ' ' || $1::int)
     INSERT INTO sessions (user_id, token_hash, created_at, last_used_at)
       SELECT made.id, decode(hash, 'hex'), now(), now() FROM made JOIN wanted USING (phone)`,
    [turn, JSON.stringify(roles), JSON.stringify(people)],
  )
  return Object.fromEntries([['visitor', null], ...people.map(({ actor, token }) => [actor, token])]) as Record<Actor, string | null>
}
