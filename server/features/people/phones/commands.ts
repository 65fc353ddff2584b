import type { Connection } from '../../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { recordAudit } from '../../audit/commands.ts'
import { isOpenRecord } from '../queries.ts'

/** Records that a code confirmed the person's number. The date of an earlier confirmation stays. */
export async function verifyPhone(trx: Connection, { now }: Scope, userId: string): Promise<void> {
  await trx.updateTable('users').set({ phone_verified_at: now }).where('id', '=', userId).where('phone_verified_at', 'is', null).execute()
}

/**
 * Records that the person's number is in use, after a log-in. `record_session_use` records the use of a
 * session.
 */
export async function recordPhoneUse(trx: Connection, { now: used_at }: Scope, userId: string): Promise<void> {
  await trx
    .insertInto('phone_uses')
    .values({ user_id: userId, used_at })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ used_at }))
    .execute()
}

/**
 * Replaces a person's number by a confirmed one, records both in the audit log, and notifies the old
 * number and the e-mail address. The caller has spent the code and decides which sessions end. Null on
 * success; refusal: 409 `phone_taken`.
 */
export async function replacePhone(trx: Connection, scope: Scope, userId: string, phone: string): Promise<Refusal | null> {
  const before = await trx
    .selectFrom('users')
    .select(['phone', 'email', 'email_verified_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const changed = await trx
    .updateTable('users')
    .set({ phone, phone_verified_at: scope.now })
    .where('id', '=', userId)
    .where(isOpenRecord('users'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where('other.phone', '=', phone)
            .where('other.active', '=', true)
            .where('other.id', '<>', userId),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refuse('phone_taken')
  const known = before && (before.phone !== null || before.email_verified_at !== null)
  if (known && before.phone !== phone) {
    const detail = JSON.stringify({ phone: before.phone, email: before.email })
    await trx.insertInto('outbox').values({ kind: 'phone_changed', user_id: userId, detail, due_at: scope.now }).execute()
  }
  await recordAudit(trx, scope, {
    action: 'changed',
    subject: 'user',
    subjectId: userId,
    personId: userId,
    before: { phone: before?.phone ?? null },
    after: { fields: ['phone'], phone },
  })
  return null
}
