import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { announceSignInChange } from '../announcements/commands.ts'

/**
 * Notes that the person has confirmed this e-mail address, in lower case, with a code. An address that
 * was confirmed before keeps its date. A change of the address clears the proof of the one before
 * (`clear_email_verification`), so the proof is set afterwards.
 */
export async function verifyEmail(trx: Connection, { now }: Scope, userId: string, email: string): Promise<void> {
  await trx.updateTable('users').set({ email }).where('id', '=', userId).where('email', 'is distinct from', email).execute()
  await trx.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).where('email_verified_at', 'is', null).execute()
}

/**
 * Replaces a person's e-mail address by one whose code was confirmed, records it, and notifies the
 * address before and the number. The caller has spent the code and decides which sessions end. Null
 * when done; refusal: 409 `email_taken`, also raised by the index `users_active_email`.
 */
export async function replaceEmail(trx: Connection, scope: Scope, userId: string, email: string): Promise<Refusal | null> {
  const before = await readContact(trx, userId)
  const holder = await trx
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['email']), '=', email)
    .where('email_verified_at', 'is not', null)
    .where('active', '=', true)
    .where('id', '<>', userId)
    .executeTakeFirst()
  if (holder) return refuse('email_taken')
  await verifyEmail(trx, scope, userId, email)
  if (before.email?.toLowerCase() !== email || before.email_verified_at === null)
    await announceSignInChange(trx, scope, userId, { what: 'email_changed', before: before.email })
  await recordChange(trx, scope, userId)
  return null
}

/**
 * Removes a person's confirmed e-mail address and notifies it. The caller has seen that another way to
 * sign in stays. Null when done; refusal: 404 without one.
 */
export async function removeEmail(trx: Connection, scope: Scope, userId: string): Promise<Refusal | null> {
  const before = await readContact(trx, userId)
  if (before.email_verified_at === null) return refuse('not_found')
  await trx.updateTable('users').set({ email: null }).where('id', '=', userId).execute()
  await announceSignInChange(trx, scope, userId, { what: 'email_removed', before: before.email })
  await recordChange(trx, scope, userId)
  return null
}

/** Holds the record until the end of the transaction. */
const readContact = (trx: Connection, userId: string) =>
  trx.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()

const recordChange = (trx: Connection, scope: Scope, userId: string) =>
  recordAudit(trx, scope, { action: 'changed', subject: 'user', subjectId: userId, personId: userId, after: { fields: ['email'] } })
