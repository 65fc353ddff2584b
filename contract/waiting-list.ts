import * as z from 'zod'
import { Appointment, BookingAnswers } from './appointments.ts'
import { Batch, ExpectedMessage, Obstacle, Skipped } from './batch.ts'
import { defineCalls } from './call.ts'
import { LanguageTag, MentorName, Person } from './people.ts'
import { PublicPlace } from './search.ts'
import { Done, Id, IdParams, Instant, listOf, LocalDate, PageQuery, Revision, text, Undo } from './shapes.ts'
import { SupportType } from './support-types.ts'

/**
 * `left` by the client, `removed` by staff, `expired`: the days are over, or several offers stayed
 * without an answer.
 */
const WaitingState = z.enum(['waiting', 'offered', 'taken', 'left', 'removed', 'expired'])

/** A seat that is reserved for one client until `until`. */
const Offer = z
  .object({
    schedule_id: Id,
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    place: PublicPlace,
    mentor: MentorName,
    until: Instant,
  })
  .meta({ id: 'WaitingOffer' })

/**
 * A client's waiting-list entry: a support type on some days, optionally at one place, with one mentor or in one language.
 */
export const WaitingEntry = z
  .object({
    id: Id,
    user: Person,
    support_type: SupportType,
    place: PublicPlace.nullable(),
    mentor: MentorName.nullable(),
    language: z.string().nullable().meta({ description: 'Only mentors who speak it.' }),
    interpreter: z.boolean().nullable().meta({ description: 'Whether the client needs one; null: as their profile says.' }),
    from_date: LocalDate,
    to_date: LocalDate,
    state: WaitingState,
    ahead: z.int().nullable().meta({ description: 'How many others could be offered the same places first; null when not in line.' }),
    passed_over: z
      .enum(['missed_too_many', 'too_many_open'])
      .nullable()
      .meta({ description: 'Why no time is offered to the waiting client now: what also refuses their booking. Null: nothing.' }),
    offer: Offer.nullable(),
    unanswered: z.int().meta({ description: 'Offers that ended without an answer.' }),
    appointment_id: Id.nullable().meta({ description: 'What an accepted offer became.' }),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'WaitingEntry' })
export type WaitingEntry = z.infer<typeof WaitingEntry>

/** The offer that the client saw. Without it, whichever is open. */
const SeenOffer = z
  .strictObject({ schedule_id: Id, starts_at: Instant, mentor_id: Id })
  .optional()
  .meta({ description: 'The offer that the client saw: another one is refused as `offer_ended`. Without it, whichever is open.' })
export type SeenOffer = z.infer<typeof SeenOffer>

const OfferAnswers = z.strictObject({ offer: SeenOffer, ...BookingAnswers })
export type OfferAnswers = z.infer<typeof OfferAnswers>

export const NewWaitingEntry = z.strictObject({
  support_type_id: Id,
  from_date: LocalDate,
  to_date: LocalDate.meta({ description: 'At most 92 days after from_date; the same for one day.' }),
  place_id: Id.nullish(),
  mentor_id: Id.nullish(),
  language: LanguageTag.nullish().meta({ description: 'Only mentors who speak it.' }),
  interpreter: z.boolean().nullish().meta({ description: 'Whether the client needs one; null: as their profile says.' }),
})
export type NewWaitingEntry = z.infer<typeof NewWaitingEntry>

export const WaitingQuery = PageQuery.extend({
  whose: z.enum(['own', 'everyone']).default('own').meta({ description: 'everyone: Appointment List.' }),
  state: z.enum(['open', 'ended', 'all']).default('open').meta({ description: 'open: waiting or offered.' }),
  support_type_id: Id.optional(),
  place_id: Id.optional(),
  mentor_id: Id.optional(),
  date: LocalDate.optional().meta({ description: 'Those who wait for this day.' }),
  sort: z
    .enum(['line', 'since', '-since', 'day', '-day'])
    .default('line')
    .meta({ description: 'line: by support type and position. since: when they joined. day: their first day. Only with everyone.' }),
  search: text(120).optional().meta({ description: 'In names and phone numbers; only with everyone.' }),
})
export type WaitingQuery = z.infer<typeof WaitingQuery>

const WaitingFilter = WaitingQuery.omit({ page: true, per_page: true, whose: true })
export type WaitingFilter = z.infer<typeof WaitingFilter>

const Reason = text(500).pipe(z.string().min(1, 'field.sayWhyItIsKept'))

const PreviewedRemoval = z.object({ id: Id, problem: Obstacle.nullable(), message: ExpectedMessage.nullable() })
export type PreviewedRemoval = z.infer<typeof PreviewedRemoval>

const WaitingFor = z.object({
  waiting: z.int(),
  too_late: z.boolean().meta({ description: 'It starts too soon: no client is offered the seat.' }),
})
export type WaitingFor = z.infer<typeof WaitingFor>

export const waitingListCalls = defineCalls({
  'GET /api/waiting-list': {
    summary: "The caller's entries; with `whose=everyone` (Appointment List) all entries, in their order.",
    access: 'person',
    query: WaitingQuery,
    shows: 'waiting',
    answer: { status: 200, body: listOf(WaitingEntry) },
    refusals: ['missing_ability'],
  },
  'GET /api/waiting-list/export': {
    summary:
      'All entries of a filter as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula. Each person is logged.',
    access: { ability: 'Appointment List', and: ['User Export'] },
    query: WaitingFilter,
    answer: { status: 200, body: null },
    refusals: [],
  },
  'GET /api/appointments/{id}/waiting': {
    summary: 'How many waiting clients the time of an appointment suits: the first of them is offered the seat when it becomes free.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    answer: { status: 200, body: WaitingFor },
    refusals: ['not_found'],
  },
  'POST /api/waiting-list': {
    summary: 'Wait for a place where none is free. Freed places are offered in order, each to one client, for a limited time.',
    access: 'person',
    body: NewWaitingEntry,
    answer: { status: 201, body: WaitingEntry },
    refusals: ['not_found', 'already_waiting', 'too_many_waiting', 'times_free'],
    idempotent: true,
  },
  'GET /api/waiting-list/{id}': {
    summary: "One of the caller's entries, with its offer if there is one.",
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: WaitingEntry },
    refusals: ['not_found'],
  },
  'DELETE /api/waiting-list/{id}': {
    summary: 'Leave the waiting list, at any time. A place on offer goes to the next in line.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: WaitingEntry },
    refusals: ['not_found', 'waiting_ended'],
  },
  'POST /api/waiting-list/{id}/accept': {
    summary:
      'Accept the offer and book the appointment, under the usual booking rules. Idempotent: a repeated call returns the same appointment.',
    access: 'person',
    params: IdParams,
    body: OfferAnswers.optional(),
    answer: { status: 201, body: Appointment },
    refusals: [
      'not_found',
      'offer_ended',
      'slot_taken',
      'client_busy',
      'not_bookable',
      'missed_too_many',
      'too_many_open',
      'price_changed',
      'contracts_required',
    ],
  },
  'POST /api/waiting-list/{id}/decline': {
    summary: 'Let the place on offer go to the next in line, and keep waiting for another one.',
    access: 'person',
    params: IdParams,
    body: z.strictObject({ offer: SeenOffer }).optional(),
    answer: { status: 200, body: WaitingEntry },
    refusals: ['not_found', 'offer_ended'],
  },
  'POST /api/waiting-list/{id}/reorder': {
    summary: 'Put an entry before another one of the same support type, or at the end of the line. The reason is kept.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: z.strictObject({ before_id: Id.nullable(), reason: Reason, revision: Revision.optional() }),
    shows: 'waiting',
    answer: { status: 200, body: WaitingEntry },
    refusals: ['not_found', 'stale', 'waiting_ended'],
  },
  'POST /api/waiting-list/{id}/remove': {
    summary: 'Remove a person from the waiting list. They get a message; the reason is stored.',
    access: { ability: 'Appointment Edit' },
    params: IdParams,
    body: z.strictObject({ reason: Reason, revision: Revision.optional() }),
    shows: 'waiting',
    answer: { status: 200, body: WaitingEntry.extend({ undo: Undo }) },
    refusals: ['not_found', 'stale', 'waiting_ended'],
  },
  'POST /api/waiting-list/remove/preview': {
    summary: 'Which of several entries can be removed, and how each person would be told. Stores nothing.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ entries: Batch }),
    answer: { status: 200, body: z.object({ entries: z.array(PreviewedRemoval) }) },
    refusals: [],
  },
  'POST /api/waiting-list/remove': {
    summary: 'Remove several people from the waiting list with one reason: each that still waits, and why the others stay.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ reason: Reason, entries: Batch }),
    answer: { status: 200, body: z.object({ removed: z.array(Id), skipped: Skipped, undo: Undo }) },
    refusals: [],
  },
  'POST /api/waiting-list/remove/undo': {
    summary:
      'Undo a removal of the caller, of one or several entries, while no message about it has been sent; all or none. Positions and offers are as before.',
    access: { ability: 'Appointment Edit' },
    body: z.strictObject({ undo: Undo }),
    answer: { status: 200, body: Done },
    refusals: ['not_found', 'undo_over', 'waiting_ended', 'already_waiting', 'slot_taken'],
  },
})
