import { sql } from 'kysely'
import type { Login, User } from '#contract/people.ts'
import { phoneDigits } from '#domain/people/phone-digits.ts'
import { parsePhone } from '#domain/people/phone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { presentIdentity, presentUser, userColumns, type RolesRow, type UserRow } from './present.ts'

/**
 * Parses a phone number to E.164; without a country code it belongs to the organisation's country.
 * Refusal: 422 at `phone` for an impossible number.
 */
export async function readPhone(db: Connection, _scope: Scope, typed: string): Promise<string | Refusal> {
  const { phone_country } = await readSettingsRow(db)
  const phone = parsePhone(typed, phone_country)
  return 'e164' in phone
    ? phone.e164
    : refuseField('phone', 'is not a possible phone number; with the country code it looks like +44 7700 900001')
}

/** The holder of a phone number: at most one active person. */
export const findActiveByPhone = (db: Connection, _scope: Scope, phone: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'phone_verified_at'])
    .where('phone', '=', phone)
    .where('active', '=', true)
    .executeTakeFirst()

/** A person by id. The route has checked that the caller may see them. */
export const findUser = (db: Connection, _scope: Scope, id: string): Promise<(UserRow & { password_hash: string | null }) | undefined> =>
  db
    .selectFrom('users')
    .select([...userColumns, 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A person's identity and current permissions. */
export async function readIdentity(db: Connection, _scope: Scope, id: string): Promise<Omit<Login, 'token'>> {
  const user = await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow()
  const { rows } = await sql<RolesRow>`SELECT abilities, is_admin, is_mentor FROM roles_of(${id})`.execute(db)
  return presentIdentity(user, rows[0] ?? { abilities: [], is_admin: false, is_mentor: false })
}

/** Maximum number of suggested people. */
const maxFound = 10

/**
 * Active people whose number contains the typed digits. Numbers that end with them come first, then by
 * name.
 */
export async function findByPhoneDigits(db: Connection, _scope: Scope, typed: string): Promise<User[]> {
  const digits = phoneDigits(typed)
  if (digits.length === 0) return []
  const ends = sql<boolean>`(${sql.join(
    digits.map(text => sql`phone LIKE ${`%${text}`}`),
    sql` OR `,
  )})`
  const rows = await db
    .selectFrom('users')
    .select(userColumns)
    .where('active', '=', true)
    .where(({ or, eb }) => or(digits.map(text => eb('phone', 'like', `%${text}%`))))
    .orderBy(ends, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(maxFound)
    .execute()
  return rows.map(presentUser)
}
