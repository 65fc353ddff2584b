import type pg from 'pg'
import { signInAgain } from '../../drilling/site.ts'

export const actors = ['visitor', 'client', 'mentor', 'front desk', 'administrator'] as const
export type Actor = (typeof actors)[number]

/** Of the demo's roles, which ones they hold. */
const held: Record<Exclude<Actor, 'visitor'>, { opens_admin: boolean; is_mentor: boolean; abilities: string[] } | null> = {
  client: null,
  mentor: { opens_admin: false, is_mentor: true, abilities: [] },
  'front desk': { opens_admin: true, is_mentor: false, abilities: ['Schedule List', 'Appointment List'] },
  administrator: { opens_admin: true, is_mentor: false, abilities: ['*'] },
}

/** People and roles of one operation's own: what is done to people, roles and sessions by chance ends nobody's turn but theirs. Answers their tokens. */
export async function makeActors(database: pg.Client, turn: number): Promise<Record<Actor, string | null>> {
  const tokens: Record<string, string | null> = { visitor: null }
  for (const [at, [name, role]] of Object.entries(held).entries()) {
    const { rows } = await database.query<{ id: string }>('INSERT INTO users (name, phone) VALUES ($1, $2) RETURNING id', [
      `Somebody ${turn}`,
      `+4475${String(turn * 10 + at).padStart(8, '0')}`,
    ])
    const { id } = rows[0]!
    if (role)
      await database.query(
        `WITH role AS (INSERT INTO roles (name, abilities, opens_admin, is_mentor) VALUES ($1, $2, $3, $4) RETURNING id)
         INSERT INTO role_assignments (user_id, role_id) SELECT $5, id FROM role`,
        [`${name} ${turn}`, role.abilities, role.opens_admin, role.is_mentor, id],
      )
    tokens[name] = await signInAgain(database, id)
  }
  return tokens as Record<Actor, string | null>
}
