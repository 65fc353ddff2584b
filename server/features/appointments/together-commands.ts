import type { Appointment } from '#contract/appointments.ts'
import { batched } from '../../platform/batched.ts'
import { isCausedByOneRequest } from '../../platform/http/database-errors.ts'
import type { Intent } from '../../platform/http/idempotency.ts'
import { bookingsMade } from '../../platform/metrics/measures.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { newcomers } from '../../platform/newcomers.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { findOwnClientsIn } from '../mentor-access/queries.ts'
import type { BookingWish } from './commands.ts'
import { findNearestTimes } from './nearest-queries.ts'
import { explainOutcome, isBusyClient, type Outcome } from './outcome.ts'
import { presentAppointment, presentPolicies, withoutMeetingLink } from './present.ts'
import { appointmentsByIds, type AppointmentWithPolicy } from './rows/queries.ts'

/** One booking as the database function takes it, without its ordinal. */
interface Wish {
  client: string
  by_whom: string
  staff: boolean
  schedule: string
  at: string
  mentor: string | null
  asked: readonly string[]
  accepted: readonly string[]
  present: Date
  address: string | null
  agent: string
  key: string | null
  actor?: string
  fingerprint?: string
}

/** `answer` is what the same idempotency key was answered before. */
interface Decision extends Omit<Outcome, 'refusal'> {
  ordinal: number
  refusal: Outcome['refusal'] | 'idempotency_mismatch'
  answer: Appointment | null
}

/**
 * Books seats for those who come at the same moment: decided in one statement and made durable by one commit, read back together, and each answered
 * by itself. Alone, a booking goes at once.
 */
export type Book = (scope: PersonScope, wish: BookingWish, intent: Intent | null) => Promise<Appointment | Refusal>

/** As many as go together: a commit shared by that many costs next to nothing, and more would keep the first of them waiting. */
const most = 64
/** So many go beside a batch under way rather than after it: two processors are busier so, and a batch of fewer costs nearly as much as one of these. */
const overlapFrom = 4
/** Answers to keep are gathered for so long, in milliseconds. */
const gather = 50

export function openBooking({ db, prepared, fresh }: Platform): Book {
  const decide = batched<Wish, Decision>(
    async wishes => {
      const numbered = JSON.stringify(wishes.map((wish, ordinal) => ({ ordinal, ...wish })))
      const decisions = await prepared<Decision>('book_appointments', 'SELECT * FROM book_appointments($1::jsonb)', [numbered]).catch(
        error => {
          if (wishes.length > 1 || !isBusyClient(error)) throw error
          return [{ ordinal: 0, refusal: 'client_busy', reason: null, missing: null, appointment: null, answer: null } satisfies Decision]
        },
      )
      const byOrdinal = new Map(decisions.map(decision => [decision.ordinal, decision]))
      return wishes.map((_, ordinal) => byOrdinal.get(ordinal) as Decision)
    },
    { name: 'bookings', most, inFlight: 2, overlapFrom, gatherWhile: newcomers.crowdIn, triesAlone: isCausedByOneRequest },
  )
  const read = batched<string, AppointmentWithPolicy>(
    async ids => {
      const { sql, parameters } = appointmentsByIds(db, { ids })
      const rows = new Map((await prepared<AppointmentWithPolicy>('appointments_by_ids', sql, parameters)).map(row => [row.id, row]))
      return ids.map(id => rows.get(id) as AppointmentWithPolicy)
    },
    { name: 'booked', most, inFlight: 2, overlapFrom },
  )
  const remember = batched<{ actor: string; key: string; status: 201; answer: Appointment }, void>(
    async answers => {
      await prepared('remember_answers', 'SELECT remember_answers($1::jsonb)', [JSON.stringify(answers)])
      return answers.map(() => undefined)
    },
    { name: 'answers', most, inFlight: 1, gather },
  )

  return async (scope, wish, intent) => {
    const { person, now, ip, userAgent } = scope
    const decision = await decide({
      client: wish.clientId,
      by_whom: person.id,
      staff: wish.asStaff,
      schedule: wish.schedule_id,
      at: wish.starts_at,
      mentor: wish.mentor_id ?? null,
      asked: wish.questions ?? [],
      accepted: wish.accepted_version_ids ?? [],
      present: now,
      address: ip,
      agent: userAgent,
      key: null,
      ...intent,
    })
    if (decision.answer) return decision.answer
    if (decision.refusal === 'idempotency_mismatch') return refuse('idempotency_mismatch')
    if (!decision.appointment) {
      // Hundreds lose the same race: what is free beside it is looked up once until something changes.
      const question = `nearest ${wish.schedule_id} ${Date.parse(wish.starts_at)}`
      const { schedule_id, starts_at } = wish
      return explainOutcome(db, scope, decision as Outcome, wish, () =>
        fresh.ask(question, () => findNearestTimes(db, scope, { schedule_id, starts_at })),
      )
    }
    bookingsMade.inc({ by: wish.asStaff ? 'staff' : 'client' })
    const row = await read(decision.appointment)
    const appointment = presentAppointment(row, scope, presentPolicies(row.policy_row), await findOwnClientsIn(db, scope, [row]))
    // Nobody waits for this: until it is written, the same key finds the same appointment.
    if (intent) remember({ actor: intent.actor, key: intent.key, status: 201, answer: withoutMeetingLink(appointment) }).catch(() => {})
    return appointment
  }
}
