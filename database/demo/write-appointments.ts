import { sql, type Transaction } from 'kysely'
import type { Database } from '../types.ts'
import type { DemoAppointment } from './appointment.ts'
import { type DemoDay, hour, instantText } from './demo-day.ts'
import { insertRows } from './insert-rows.ts'
import { supportTypes } from './organisation.ts'
import type { DemoIds } from './write-people.ts'

/**
 * Writes appointments in the order of their history: the database takes and frees seats and writes audit
 * and outbox rows. Cancelled ones come first, so that their seats are free for later bookings.
 */
export async function writeAppointments(
  trx: Transaction<Database>,
  appointments: readonly DemoAppointment[],
  ids: DemoIds,
  today: DemoDay,
): Promise<void> {
  const inOrder = appointments.toSorted((a, b) => a.bookedAt - b.bookedAt)
  const cameToNothing = ({ outcome }: DemoAppointment) => outcome === 'cancelled' || outcome === 'entered-in-error'
  await writeSome(trx, inOrder.filter(cameToNothing), ids)
  await writeSome(
    trx,
    inOrder.filter(appointment => !cameToNothing(appointment)),
    ids,
  )
  await settleMessages(trx)
  await backdateAudit(trx, today)
}

const asksFirst = ({ slot, byStaff }: DemoAppointment) => supportTypes[slot.session.type].needs_approval && !byStaff

async function writeSome(trx: Transaction<Database>, appointments: readonly DemoAppointment[], ids: DemoIds): Promise<void> {
  await insertRows(
    trx,
    'appointments',
    appointments.map(appointment => {
      const { id, reference, client, slot, questions, bookedAt } = appointment
      const by = appointment.byStaff ? ids.staff.coordinator : client.id
      return {
        id,
        reference,
        user_id: client.id,
        slot_id: slot.id,
        requested_mentor_id: appointment.asksForMentor ? ids.mentors[slot.mentor] : null,
        status: asksFirst(appointment) ? 'pending' : 'booked',
        questions: [...questions],
        interpreter_language: client.spoken_language,
        price_amount: supportTypes[slot.session.type].price_amount,
        price_currency: 'GBP',
        payment_status: 'unpaid',
        cancel_reason: '',
        booked_by: by,
        changed_by: by,
        change_reason: '',
        revision: 1,
        created_at: instantText(bookedAt),
      }
    }),
  )
  const approved = appointments.filter(
    ({ outcome, ...rest }) => asksFirst({ outcome, ...rest }) && outcome !== 'pending' && outcome !== 'cancelled',
  )
  await sql`UPDATE appointments SET status = 'booked', changed_by = ${ids.staff.coordinator}
    WHERE id = ANY (${approved.map(({ id }) => id)})`.execute(trx)
  await happen(trx, appointments, ids)
}

/**
 * The last step of each appointment: its outcome and payment. Not by `cancel_appointments`, because one statement writes
 * all outcomes, and clients and staff cancelled at different times.
 */
async function happen(trx: Transaction<Database>, appointments: readonly DemoAppointment[], ids: DemoIds): Promise<void> {
  const steps = appointments.map(({ id, outcome, slot, client, cancelled, payment, excusedAt }) => ({
    id,
    status: outcome,
    changed_by:
      cancelled?.by === 'client'
        ? client.id
        : outcome === 'cancelled' || outcome === 'entered-in-error'
          ? ids.staff.coordinator
          : ids.mentors[slot.mentor],
    change_reason: cancelled?.reason ?? (outcome === 'entered-in-error' ? 'Entered for the wrong person.' : ''),
    cancelled_by: cancelled?.by ?? null,
    cancelled_at: cancelled && instantText(cancelled.at),
    cancel_reason: cancelled?.reason ?? '',
    payment_status: payment?.status ?? 'unpaid',
    payment_by: payment && ids.staff.frontDesk,
    payment_at: payment && instantText(payment.at),
    excused_by: excusedAt && ids.staff.coordinator,
    excused_at: excusedAt && instantText(excusedAt),
  }))
  await sql`UPDATE appointments a SET status = n.status, changed_by = n.changed_by, change_reason = n.change_reason, cancelled_by = n.cancelled_by,
      cancelled_at = n.cancelled_at, cancel_reason = n.cancel_reason, payment_status = n.payment_status, payment_by = n.payment_by,
      payment_at = n.payment_at, excused_by = n.excused_by, excused_at = n.excused_at
    FROM json_populate_recordset(NULL::appointments, ${JSON.stringify(steps)}::json) n
    WHERE a.id = n.id AND (a.status, a.payment_status) <> (n.status, n.payment_status)`.execute(trx)
}

/**
 * Gives each audit row the time of what it reports. Audit rows never change: the trigger that sees to it rests in
 * this transaction, which only a database without people gets.
 */
async function backdateAudit(trx: Transaction<Database>, today: DemoDay): Promise<void> {
  await sql`ALTER TABLE audit DISABLE TRIGGER audit_reject_change`.execute(trx)
  await sql`UPDATE audit e SET at = least(${instantText(today.now)}, CASE e.action
      WHEN 'requested' THEN a.created_at
      WHEN 'booked' THEN a.created_at
      WHEN 'approved' THEN least(a.starts_at, a.created_at + make_interval(secs => ${(3 * hour) / 1000}))
      WHEN 'cancelled' THEN a.cancelled_at
      WHEN 'payment' THEN a.payment_at
      WHEN 'arrived' THEN a.starts_at - interval '5 minutes'
      WHEN 'noshow' THEN a.starts_at + interval '15 minutes'
      WHEN 'fulfilled' THEN a.ends_at
      ELSE a.created_at + interval '1 hour' END)
    FROM appointments a WHERE e.subject = 'appointment' AND e.subject_id = a.id`.execute(trx)
  await sql`ALTER TABLE audit ENABLE TRIGGER audit_reject_change`.execute(trx)
}

/** Number of future appointments whose client was not reached, so that staff have to phone them. */
const notReached = 4

/** Marks messages as sent at the time of their cause, except a few. The demo sends nothing. */
async function settleMessages(trx: Transaction<Database>): Promise<void> {
  await sql`UPDATE outbox o SET state = CASE told.channel WHEN 'sms' THEN 'delivered' ELSE 'sent' END, channel = told.channel, recipient = told.recipient,
      attempts = 1, created_at = told.at, due_at = told.at, settled_at = told.at + interval '4 seconds'
    FROM (SELECT m.id, w.channel, CASE w.channel WHEN 'sms' THEN u.phone ELSE u.email END AS recipient, CASE m.kind WHEN 'appointment_cancelled' THEN a.cancelled_at
        WHEN 'appointment_approved' THEN a.created_at + make_interval(secs => ${(3 * hour) / 1000}) ELSE a.created_at END AS at
      FROM outbox m JOIN appointments a ON a.id = m.appointment_id JOIN users u ON u.id = m.user_id,
        LATERAL (SELECT CASE WHEN u.phone IS NOT NULL AND (u.email IS NULL OR u.channel IN ('sms', 'both')) THEN 'sms' WHEN u.email IS NOT NULL THEN 'email' END AS channel) w) told
    WHERE told.id = o.id`.execute(trx)
  await sql`UPDATE outbox o SET state = 'failed', why = 'refused', error = '550 5.1.1 There is no such mailbox here', channel = 'email', recipient = lost.email
    FROM (SELECT DISTINCT ON (m.user_id) m.id, u.email FROM outbox m JOIN appointments a ON a.id = m.appointment_id JOIN users u ON u.id = m.user_id
      WHERE a.status = 'booked' AND a.starts_at > (SELECT max(created_at) + interval '1 day' FROM outbox) AND m.kind = 'appointment_booked' AND u.email IS NOT NULL
      ORDER BY m.user_id, a.starts_at LIMIT ${notReached}) lost
    WHERE lost.id = o.id`.execute(trx)
}
