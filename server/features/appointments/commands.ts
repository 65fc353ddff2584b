import { sql } from 'kysely'
import type { NewAppointment } from '#contract/appointments.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readPhone } from '../people/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { bookedOutcome, explainOutcome, type Outcome } from './explain-outcome.ts'

export interface BookingRequest extends NewAppointment {
  /** Whom the appointment is for. */
  clientId: string
  /** Staff are not bound by the organisation's policies for clients. */
  asStaff: boolean
}

/** Creates a client and books for them in one transaction. The phone number is optional. */
export async function bookForNewClient(
  db: Connection,
  scope: PersonScope,
  { name, phone }: NonNullable<NewAppointment['new_client']>,
  input: NewAppointment,
): Promise<string | Refusal> {
  const e164 = phone ? await readPhone(db, scope, phone) : null
  if (e164 instanceof Refusal) return refuseField('new_client.phone', 'is not a possible phone number')
  const { locale, time_zone } = await readSettingsRow(db)
  const trx = await db.startTransaction().execute()
  try {
    const client = await trx
      .insertInto('users')
      .values({ name, phone: e164, locale, time_zone, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (client) await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: client.id, personId: client.id })
    const booked = client ? await bookAsStaff(trx, scope, client.id, input) : refuse('phone_taken')
    await (booked instanceof Refusal ? trx.rollback() : trx.commit()).execute()
    return booked
  } catch (error) {
    if (!trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}

async function bookAsStaff(db: Connection, scope: PersonScope, clientId: string, input: NewAppointment): Promise<string | Refusal> {
  const { person, now, ip, userAgent } = scope
  const booking = sql<Outcome>`
    SELECT * FROM book_appointment(${clientId}, ${person.id}, true, ${input.schedule_id}, ${input.starts_at}, ${input.mentor_id ?? null},
      ${input.questions ?? []}, ${input.accepted_version_ids ?? []}, ${now}, ${ip}, ${userAgent}, NULL)`
  const outcome = await bookedOutcome(db, booking)
  return outcome.appointment ?? explainOutcome(db, scope, outcome, input)
}

/**
 * Books the offered place in one transaction; a refused booking leaves the offer unchanged. Returns the
 * appointment's id.
 */
export async function bookOffer(
  db: Connection,
  scope: PersonScope,
  id: string,
  answers: Pick<NewAppointment, 'questions' | 'accepted_version_ids'>,
): Promise<string | Refusal> {
  const { person, now, ip, userAgent } = scope
  const offered = await db
    .selectFrom('waiting_list as w')
    .innerJoin('slots as x', 'x.id', 'w.offered_slot_id')
    .select(['x.schedule_id', 'x.starts_at'])
    .where('w.id', '=', id)
    .executeTakeFirst()
  const trx = await db.startTransaction().execute()
  let outcome: Outcome
  try {
    outcome = await bookedOutcome(
      trx,
      sql<Outcome>`SELECT * FROM accept_offer(${id}, ${person.id}, ${answers.questions ?? []}, ${answers.accepted_version_ids ?? []}, ${now}, ${ip}, ${userAgent})`,
    )
    await (outcome.appointment ? trx.commit() : trx.rollback()).execute()
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
  if (outcome.appointment) return outcome.appointment
  return offered ? explainOutcome(db, scope, outcome, offered) : refuse('offer_ended')
}
