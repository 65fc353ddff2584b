import type { Appointment, NewAppointment } from '#contract/appointments.ts'
import { logRecordAccess } from '../../platform/access-log-commands.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { type IdempotencyKey, runIdempotently } from '../../platform/http/idempotency.ts'
import { admitPersonSearch, giveBackPersonSearch } from '../../platform/http/person-searches.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readPhone } from '../people/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { bookAppointment } from './book-appointment.ts'
import { withoutMeetingLink } from './present.ts'
import { readWrittenAppointment } from './queries.ts'

/**
 * Creates a client and books for them in one transaction, once for an idempotency key. The phone number is optional. A
 * refusal writes nothing, but tells whether the number is someone's: it counts, and is logged, as a search for people.
 * Refusals: 409 `phone_taken`, 422 at `new_client.phone`, 429 `too_many_requests`, and those of `bookAppointment`.
 */
export async function bookForNewClient(
  platform: Platform,
  scope: PersonScope,
  { name, phone: typed }: NonNullable<NewAppointment['new_client']>,
  input: NewAppointment,
  idempotencyKey: IdempotencyKey | null,
): Promise<Appointment | Refusal> {
  const { db } = platform
  const phone = typed ? await readPhone(db, scope, typed) : null
  if (phone instanceof Refusal) return refuseField('new_client.phone', 'field.isNotAPossiblePhoneNumber')
  const limited = phone === null ? null : await admitPersonSearch(platform, scope)
  if (limited) return limited
  const answer = await runIdempotently(db, idempotencyKey, scope.now, async trx => {
    const booked = await createAndBook(trx, scope, { name, phone }, input)
    return booked instanceof Refusal ? booked : { status: 201, body: withoutMeetingLink(await readWrittenAppointment(trx, scope, booked)) }
  })
  if (!(answer instanceof Refusal)) {
    if (phone !== null) await giveBackPersonSearch(platform, scope)
    return answer.body as Appointment
  }
  if (answer.code === 'phone_taken') await logHolder(db, scope, phone)
  return answer
}

async function createAndBook(
  db: Connection,
  scope: PersonScope,
  { name, phone }: { name: string; phone: string | null },
  input: NewAppointment,
): Promise<string | Refusal> {
  const { locale, time_zone } = await readSettingsRow(db)
  return decideInTransaction(db, async trx => {
    const client = await trx
      .insertInto('users')
      .values({ name, phone, locale, time_zone, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!client) return refuse('phone_taken')
    await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: client.id, personId: client.id })
    return bookAppointment(trx, scope, { ...input, clientId: client.id, asStaff: true })
  })
}

/** Logs that the caller learned that this person, whom no response names, has the number. */
async function logHolder(db: Connection, scope: PersonScope, phone: string | null): Promise<void> {
  const holders = await db.selectFrom('users').select('id').where('phone', '=', phone).where('active', '=', true).execute()
  await logRecordAccess(db, scope, { people: holders.map(({ id }) => id) }, 'search')
}
