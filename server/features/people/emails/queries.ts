import { sql, type RawBuilder } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** Whether a person has a way to sign in already, whether this site can deliver it today or not. */
export const signsInOf = (id: RawBuilder<unknown>) => sql<boolean>`EXISTS (SELECT FROM sign_in_methods(${id}, '{sms,email}'))`

/** The same of the row of `users`. */
export const signsIn = signsInOf(sql`users.id`)

/**
 * Active people with this e-mail address, in lower case, confirmed or not: several may share a contact
 * address.
 */
export const activeWithEmail = (db: Connection, _scope: Scope, email: string) =>
  db
    .selectFrom('users')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email)
    .where('active', '=', true)

/**
 * The person whom a confirmed code for this address logs in, locked until the end of the transaction:
 * the one who confirmed it before, otherwise the only person with it as a contact address who has no way
 * to sign in yet. A contact address alone opens no record that its owner uses. It does not count there
 * either: people type any address into their own profile.
 */
export async function lockOwnerOfEmail(trx: Connection, scope: Scope, email: string) {
  const people = await activeWithEmail(trx, scope, email)
    .select(['id', 'password_hash', 'email_verified_at', signsIn.as('signs_in')])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const owner = people.find(({ email_verified_at }) => email_verified_at !== null)
  if (owner) return owner
  const [only, ...others] = people.filter(({ signs_in }) => !signs_in)
  return others.length === 0 && only?.password_hash === null ? only : undefined
}
