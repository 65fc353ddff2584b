import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { DemoAppointment } from './appointment.ts'
import type { DemoClient } from './clients.ts'
import { day, type DemoDay, hour, minute } from './demo-day.ts'
import { demoId, demoReference } from './identity.ts'
import { supportTypes } from './organisation.ts'
import type { DemoSlot } from './plan-sessions.ts'
import type { Dice } from './random.ts'
import { clientReasons, organisationReasons, refusalReasons, supportQuestions } from './support-questions.ts'

/**
 * An appointment with typical questions, payment and feedback. It was booked one to twelve days before
 * its start, and before today.
 */
export function makeAppointment(
  slot: DemoSlot,
  client: DemoClient,
  outcome: AppointmentStatus,
  today: DemoDay,
  dice: Dice,
): DemoAppointment {
  const lead = dice.between(1, 12) * day + dice.between(0, 9 * 60) * minute
  const bookedAt = Math.max(Math.min(slot.starts - lead, today.start - dice.between(1, 40) * hour), client.joinedAt + hour)
  const name = `${slot.id} ${client.id}`
  const cancelled = outcome === 'cancelled' ? cancellationOf(slot, bookedAt, today, dice) : null
  return {
    id: demoId('appointment', name, bookedAt),
    reference: demoReference(name),
    slot,
    client,
    bookedAt,
    // What staff book needs no approval.
    byStaff: outcome !== 'pending' && (client.phone === null || dice.chance(0.12)),
    asksForMentor: dice.chance(0.35),
    questions: questionsOf(slot, dice),
    outcome,
    cancelled,
    payment: paymentOf(slot, outcome, { bookedAt, cancelledAt: cancelled?.at ?? bookedAt }, dice),
    excusedAt: null,
  }
}

function questionsOf({ session: { type } }: DemoSlot, dice: Dice): string[] {
  const wishes = dice.chance(0.65) ? dice.shuffle(supportQuestions[type]) : []
  return wishes.slice(0, dice.chance(0.2) ? 2 : 1)
}

/** At least half an hour after the booking, and before both the start and today. */
function cancellationOf({ session, starts }: DemoSlot, bookedAt: number, today: DemoDay, dice: Dice): DemoAppointment['cancelled'] {
  const latest = Math.min(starts - 13 * hour, today.start - hour)
  const at = Math.max(bookedAt + 30 * minute, latest - dice.between(0, 30) * hour)
  if (session.status === 'cancelled') return { by: 'organisation', at, reason: session.cancel_reason ?? '' }
  if (dice.chance(0.8)) return { by: 'client', at, reason: dice.pick(clientReasons) }
  return { by: 'organisation', at, reason: dice.pick(session.type === 'counselling' ? refusalReasons : organisationReasons) }
}

function paymentOf(
  { session, starts }: DemoSlot,
  outcome: AppointmentStatus,
  { bookedAt, cancelledAt }: { bookedAt: number; cancelledAt: number },
  dice: Dice,
): DemoAppointment['payment'] {
  if (supportTypes[session.type].price_amount === 0) return null
  const thrown = dice.between(1, 100)
  const atTheDesk = starts - 15 * minute
  if (outcome === 'fulfilled') return thrown > 93 ? null : { status: thrown > 88 ? 'waived' : 'paid', at: atTheDesk }
  if (outcome === 'arrived') return thrown > 60 ? null : { status: 'paid', at: atTheDesk }
  if (outcome === 'cancelled') return thrown > 25 ? null : { status: 'refunded', at: cancelledAt }
  return outcome === 'booked' && thrown <= 15 ? { status: 'paid', at: bookedAt + 10 * minute } : null
}
