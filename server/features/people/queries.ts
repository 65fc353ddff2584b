import { sql } from 'kysely'
import type { AbilityName } from '#contract/abilities.ts'
import type { Login, User } from '#contract/people.ts'
import type { CodeAddress } from '#domain/people/code-address.ts'
import { phoneDigits } from '#domain/people/phone-digits.ts'
import { parsePhone } from '#domain/people/phone.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { activeWithEmail } from './emails/queries.ts'
import { isDormant } from './phones/queries.ts'
import { presentIdentity, presentUser, userColumns, type RolesRow, type UserRow } from './present.ts'

/**
 * Parses a phone number to E.164; without a country code it belongs to the organisation's country.
 * Refusal: 422 at `phone` for an impossible number.
 */
export async function readPhone(db: Connection, _scope: Scope, typed: string): Promise<string | Refusal> {
  const { phone_country } = await readSettingsRow(db)
  const phone = parsePhone(typed, phone_country)
  return 'e164' in phone ? phone.e164 : refuseField('phone', 'field.isNotAPossiblePhoneNumberWith')
}

/**
 * The given one of the two: a typed phone number, as `readPhone`, or an e-mail address, which the
 * contract has checked.
 */
export async function readAddress(
  db: Connection,
  scope: Scope,
  { phone, email }: { phone?: string | undefined; email?: string | undefined },
): Promise<CodeAddress | Refusal> {
  if (email !== undefined) return { email }
  const read = await readPhone(db, scope, phone ?? '')
  return read instanceof Refusal ? read : { phone: read }
}

/**
 * The only active person who has confirmed this number or address; at most one has. `loginName`: a number
 * that logs in with the password counts too, though it is not confirmed (`has_login_name`).
 */
const ownerOf = (db: Connection, { phone, email }: CodeAddress, { loginName }: { loginName: boolean }) =>
  db
    .selectFrom('users')
    .where('active', '=', true)
    .$if(phone !== undefined, query => query.where('phone', '=', phone ?? '').where(loginName ? loginPhone : confirmedPhone))
    .$if(email !== undefined, query =>
      query.where(({ fn }) => fn<string>('lower', ['email']), '=', email ?? '').where('email_verified_at', 'is not', null),
    )

/** The person who logs in with this number or address and the password. */
export const findVerifiedOwner = (db: Connection, _scope: Scope, address: CodeAddress) =>
  ownerOf(db, address, { loginName: true })
    .select(['id', 'password_hash', 'phone', 'phone_verified_at', 'email', 'email_verified_at'])
    .executeTakeFirst()

/**
 * The person who has confirmed this number or address here, held until the end of the transaction. A
 * number as staff typed it is not confirmed. `dormant`: the number was not used for a year.
 */
export const lockConfirmedOwner = (trx: Connection, scope: Scope, address: CodeAddress) =>
  ownerOf(trx, address, { loginName: false })
    .select(['id', address.phone === undefined ? sql<boolean>`false`.as('dormant') : isDormant(scope).as('dormant')])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Whether the record in this row of `users` is neither merged into another one nor erased; changes of others are refused with `record_closed`. */
export const isOpenRecord = (alias: string) =>
  sql<boolean>`(${sql.ref(`${alias}.merged_into`)} IS NULL AND ${sql.ref(`${alias}.erased_at`)} IS NULL)`

/** Whether the person `u` is active, opens the admin area and holds an ability. Such staff get messages about that work. */
export const isStaffWith = (ability: AbilityName) => sql<boolean>`(u.active
  AND EXISTS (SELECT FROM role_assignments ra JOIN roles r ON r.id = ra.role_id WHERE ra.user_id = u.id AND r.opens_admin)
  AND EXISTS (SELECT FROM role_assignments ra JOIN roles r ON r.id = ra.role_id WHERE ra.user_id = u.id AND r.abilities && ARRAY['*', ${ability}]))`

const confirmedPhone = sql<boolean>`users.phone_verified_at IS NOT NULL`

/** Whether the number of the row of `users` logs in with the password. */
export const loginPhone = sql<boolean>`(users.phone_verified_at IS NOT NULL OR has_login_name(users.id))`

/** Whether an active person has this number or address, confirmed or not. */
export async function isKnown(db: Connection, scope: Scope, { phone, email }: CodeAddress): Promise<boolean> {
  const people =
    email === undefined ? db.selectFrom('users').where('phone', '=', phone).where('active', '=', true) : activeWithEmail(db, scope, email)
  return (await people.select('id').limit(1).executeTakeFirst()) !== undefined
}

interface Verified {
  password_hash: string | null
  phone_verified_at: string | null
  email_verified_at: string | null
}

/** A person by id. The route has decided that the caller may see them. */
export async function findUser(db: Connection, _scope: Scope, id: string): Promise<(UserRow & Verified) | undefined> {
  const [user] = await userById(db, { id })
  return user
}

const userById = defineQuery(
  'user by id',
  (db, { id }: { id: Param<string> }) =>
    db
      .selectFrom('users')
      .select([...userColumns, 'password_hash', 'phone_verified_at', 'email_verified_at'])
      .where('id', '=', id),
  { priority: true },
)

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
