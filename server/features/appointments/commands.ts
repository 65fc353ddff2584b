import type { OfferAnswers } from '#contract/waiting-list.ts'
import { isSameOffer } from '#domain/waiting/same-offer.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { bookAppointment } from './book-appointment.ts'

/**
 * Books the offered seat in one transaction; a refused booking leaves the offer open. Returns the appointment's
 * id. Refusals: `offer_ended`, and those of `POST /api/appointments`.
 */
export const bookOffer = (db: Connection, scope: PersonScope, id: string, answers: OfferAnswers): Promise<string | Refusal> =>
  decideInTransaction(db, trx => acceptOffer(trx, scope, id, answers))

async function acceptOffer(
  trx: Connection,
  scope: PersonScope,
  id: string,
  { offer: seen, ...answers }: OfferAnswers,
): Promise<string | Refusal> {
  const { person, now } = scope
  await lockPeople(trx, scope, [person.id])
  const entry = await trx
    .selectFrom('waiting_list as w')
    .leftJoin('slots as x', 'x.id', 'w.offered_slot_id')
    .select(['w.state', 'w.appointment_id', 'w.offer_ends_at', 'x.schedule_id', 'x.starts_at', 'x.mentor_id'])
    .where('w.id', '=', id)
    .where('w.user_id', '=', person.id)
    .forUpdate('w')
    .executeTakeFirst()
  if (!entry) return refuse('not_found')
  if (entry.state === 'taken' && entry.appointment_id) return entry.appointment_id
  const { state, offer_ends_at: ends, schedule_id, starts_at, mentor_id } = entry
  if (state !== 'offered' || !ends || Date.parse(ends) <= now.getTime() || !schedule_id || !starts_at || !mentor_id)
    return refuse('offer_ended')
  if (seen && !isSameOffer({ schedule_id, starts_at, mentor_id }, seen)) return refuse('offer_ended')
  const change = trx.updateTable('waiting_list').where('id', '=', id)
  // Frees the seat within this transaction only.
  await change.set({ state: 'taken', offered_slot_id: null, offer_ends_at: null }).execute()
  const booked = await bookAppointment(trx, scope, { ...answers, schedule_id, starts_at, mentor_id, clientId: person.id, asStaff: false })
  if (booked instanceof Refusal) return booked
  await change.set({ appointment_id: booked }).execute()
  await recordAudit(trx, scope, {
    action: 'offer_accepted',
    subject: 'waiting',
    subjectId: id,
    personId: person.id,
    after: { appointment_id: booked },
  })
  return booked
}
