import * as z from 'zod'
import { Id, Instant } from './shapes.ts'

/** An alternative to a time that was taken (409 `slot_taken`). */
export const NearestTime = z
  .object({
    schedule_id: Id,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    mentor: z.object({ id: Id, name: z.string() }),
    place: z.object({ id: Id, name: z.string() }),
    free: z.int(),
  })
  .meta({ id: 'NearestTime' })
export type NearestTime = z.infer<typeof NearestTime>

/** A scheduling conflict (409 `mentor_busy`): the mentor, the time, and what is already there. */
export const Clash = z
  .object({
    mentor: z.object({ id: Id, name: z.string() }),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string().meta({ description: 'Of the planned session.' }),
    schedule_id: Id.nullable(),
    reason: z.enum(['session', 'time_off', 'closed_day', 'itself']),
  })
  .meta({ id: 'Clash' })
export type Clash = z.infer<typeof Clash>

/**
 * A warning in previews: a mentor has less time to travel between two places than the settings say. It prevents
 * nothing.
 */
export const ShortTravel = z
  .object({
    mentor: z.object({ id: Id, name: z.string() }),
    place: z.object({ id: Id, name: z.string() }).meta({ description: 'Of the other session.' }),
    starts_at: Instant.meta({ description: 'Of the other session.' }),
    ends_at: Instant,
    time_zone: z.string().meta({ description: 'Of the planned session.' }),
    schedule_id: Id.nullable().meta({ description: 'The other session; null if it is part of the same plan.' }),
    is_before: z.boolean().meta({ description: 'Whether the other session comes first.' }),
    minutes: z.int().meta({ description: 'The minutes between the two.' }),
  })
  .meta({ id: 'ShortTravel' })
export type ShortTravel = z.infer<typeof ShortTravel>

/** A warning in previews: a mentor's own calendar is busy, so that clients cannot book these times. It prevents nothing. */
export const BusyMentor = z
  .object({ mentor: z.object({ id: Id, name: z.string() }), starts_at: Instant, ends_at: Instant, time_zone: z.string() })
  .meta({ id: 'BusyMentor' })
export type BusyMentor = z.infer<typeof BusyMentor>

/** The warnings of a planned session. */
export const PlanWarnings = {
  travel: z.array(ShortTravel),
  busy_mentors: z.array(BusyMentor).meta({ description: 'When the own calendars of its mentors are busy.' }),
}

/** A decision that could not be applied (409 `plan_outdated`): the appointment and the reason. */
export const FailedDecision = z
  .object({
    appointment_id: Id,
    reference: z.string().nullable(),
    name: z.string().nullable(),
    why: z
      .enum(['no_longer_affected', 'undecided', 'changed', 'slot_taken', 'client_busy', 'closed_day', 'mentor_away', 'not_bookable'])
      .meta({ description: 'undecided: added after the plan was made. changed: changed since then.' }),
  })
  .meta({ id: 'FailedDecision' })
export type FailedDecision = z.infer<typeof FailedDecision>

/** What confirms a login after the password. */
export const secondFactors = ['app', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** RFC 9457 problem details (`application/problem+json`), the body of every refusal. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    message: z.string().meta({ description: 'A sentence for a person.' }),
    code: z.string().meta({ description: 'Stable, for programs; docs/api/refusals.md lists them all.' }),
    errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'By field, on 422.' }),
    request_id: z.string(),
    retry_after: z.int().optional().meta({ description: 'Seconds, on 429 and 503.' }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why, as a code, on 409 not_bookable and too_late, and where GET /api/health/ready answers 503.' }),
    nearest: z.array(NearestTime).optional().meta({ description: 'Up to three nearest free times, on 409 slot_taken.' }),
    clashes: z.array(Clash).optional().meta({ description: 'On 409 mentor_busy.' }),
    booked: z
      .array(z.object({ appointment_id: Id, reference: z.string(), name: z.string(), starts_at: Instant }))
      .optional()
      .meta({ description: 'Who is booked, on 409 has_bookings.' }),
    failed: z.array(FailedDecision).optional().meta({ description: 'The decisions that could not be applied, on 409 plan_outdated.' }),
    taken_by: z
      .object({ id: Id, name: z.string() })
      .optional()
      .meta({ description: 'Who has the number or address, for staff, on 409 phone_taken and person_exists.' }),
    choices: z.array(z.string()).optional().meta({
      description: 'The two possible instants, on 422 time_skipped and time_repeated; for a series, those of its first ambiguous date.',
    }),
    login_ticket: z.string().optional().meta({
      description: 'To send with the next step, on 401 code_required and phone_code_required and on 403 identity_required.',
    }),
    expires_in: z.int().optional().meta({ description: 'Lifetime of `login_ticket` in seconds.' }),
    sent_to: z.enum(['phone', 'email']).optional().meta({ description: 'Where the code was sent, on 401 phone_code_required.' }),
    authenticator: z
      .object({ secret: z.string(), address: z.string() })
      .optional()
      .meta({ description: 'On 401 code_required without an authenticator app: its base32 secret and its otpauth address.' }),
    second_factors: z.array(z.enum(secondFactors)).optional().meta({
      description: 'On 401 code_required: what the person has for this step. With a passkey, continue at POST /api/login/passkey.',
    }),
    missing_abilities: z
      .array(z.string())
      .optional()
      .meta({ description: 'On 403 missing_ability, where a call needs several abilities.' }),
    user_id: Id.optional().meta({ description: 'Whose record requires a reason, on 403 reason_required.' }),
    contracts: z.array(Id).optional().meta({ description: 'The version_ids still to accept, on 422 contracts_required.' }),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
