import * as z from 'zod'
import { defineCalls } from './call.ts'
import { maxOptionLength } from './option-length.ts'
import { MentorName } from './people.ts'
import { Place } from './places.ts'
import { clientText, Id, IdParams, Instant, label, listOf, LocalDate, PageQuery, Revision, text, Untranslated } from './shapes.ts'
import { SupportType } from './support-types.ts'

/** The author's side: the client's or the mentor's view of the session. */
export const FeedbackType = z.enum(['client', 'mentor'])
export type FeedbackType = z.infer<typeof FeedbackType>
export const Widget = z.enum(['star', 'radio', 'select', 'text', 'colour'])
export type Widget = z.infer<typeof Widget>

/** `prompt` and `widget` are the question as it was asked, even if it has changed since. */
export const Feedback = z
  .object({
    id: Id,
    type: FeedbackType,
    appointment_id: Id,
    author: z.object({ id: Id, name: z.string() }),
    answers: z.array(z.object({ question_id: Id, prompt: z.string(), widget: Widget, value: z.string() })),
    created_at: Instant,
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.infer<typeof Feedback>

/** One question of a form. `options`: what radio, select and colour (`#rrggbb`) choose from. */
export const Question = z
  .object({
    id: Id,
    type: FeedbackType,
    widget: Widget,
    prompt: z.string(),
    options: z.array(z.string()),
    option_labels: z
      .array(z.string())
      .optional()
      .meta({ description: 'The options in the reader’s language, in the same order. Answers name the option itself.' }),
    untranslated: Untranslated,
    required: z.boolean(),
    position: z.int(),
    active: z.boolean(),
    revision: Revision,
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

/** The session that feedback is about, with no more of the client than a name. */
const RatedAppointment = z
  .object({
    id: Id,
    reference: z.string(),
    schedule_id: Id,
    support_type: SupportType,
    place: Place,
    mentor: MentorName,
    user: z.object({ id: Id, name: z.string() }),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
  })
  .meta({ id: 'RatedAppointment' })
export type RatedAppointment = z.infer<typeof RatedAppointment>

/**
 * Feedback as staff read it, with its session, the member of staff who entered it for the author, and
 * whether it needs a review. `withheld`: reading it requires a reason that the caller did not give
 * (`reason_required`), so answers and people are left out; opening the appointment's feedback asks for
 * the reason.
 */
export const FeedbackRead = Feedback.extend({
  author: z.object({ id: Id, name: z.string() }).nullable().meta({ description: 'null: withheld.' }),
  withheld: z.boolean().meta({ description: 'A reason is required to read it: no answers and no person but the mentor are given.' }),
  session: z.object({
    schedule_id: Id,
    support_type: z.object({ id: Id, name: z.string(), colour: z.string() }),
    mentor: z.object({ id: Id, name: z.string() }),
    client: z.object({ id: Id, name: z.string() }).nullable().meta({ description: 'null: withheld.' }),
    starts_at: Instant,
    time_zone: z.string(),
  }),
  entered_by: z.object({ id: Id, name: z.string() }).nullable().meta({ description: 'Staff who wrote it down for the author.' }),
  low: z.boolean().meta({ description: 'A star at or below the low score of that day.' }),
  needs_look: z.boolean(),
  looked: z.object({ by: z.object({ id: Id, name: z.string() }), at: Instant }).nullable(),
}).meta({ id: 'FeedbackRead' })
export type FeedbackRead = z.infer<typeof FeedbackRead>

/** `average`: of all stars, to two decimals; null if there are none or too few. */
const figures = { count: z.int(), average: z.number().nullable() }

/** One wording of one question. Answers to different wordings are counted separately. */
const QuestionSummary = z
  .object({
    question_id: Id,
    type: FeedbackType,
    prompt: z.string(),
    widget: Widget,
    current: z.boolean().meta({ description: 'It is asked in these words today.' }),
    ...figures,
    withheld: z.boolean().meta({ description: 'Too few answers about one mentor to be shown.' }),
    distribution: z.array(z.object({ value: z.string(), count: z.int() })),
  })
  .meta({ id: 'QuestionSummary' })
export type QuestionSummary = z.infer<typeof QuestionSummary>

export const FeedbackSummary = z
  .object({
    count: z.int(),
    average: z.number().nullable(),
    needs_look: z.int(),
    withheld: z.boolean().meta({ description: 'The selection holds too few answers about one mentor: nothing below is given.' }),
    left_out: z.int().meta({
      description: 'How much feedback of the selection is in no figure but needs_look, because its support type is confidential.',
    }),
    fewest: z.int().meta({ description: 'Groups about one mentor are shown from so many on.' }),
    questions: z.array(QuestionSummary),
    months: z.array(z.object({ month: z.string(), ...figures })),
    mentors: z.array(z.object({ mentor: z.object({ id: Id, name: z.string() }), ...figures })),
    mentors_withheld: z.int().meta({ description: 'How many mentors are left out, for having too few or so that those stay hidden.' }),
    support_types: z.array(z.object({ support_type: z.object({ id: Id, name: z.string(), colour: z.string() }), ...figures })),
    words: z.array(z.object({ word: z.string(), count: z.int() })).meta({ description: 'Characteristic words of the newest texts.' }),
    words_of: z.int().meta({ description: 'The words are those of at most so many of the newest that have any.' }),
  })
  .meta({ id: 'FeedbackSummary' })
export type FeedbackSummary = z.infer<typeof FeedbackSummary>

const FilterFields = {
  type: FeedbackType.optional(),
  mentor_id: Id.optional(),
  support_type_id: Id.optional(),
  from: LocalDate.optional().meta({ description: 'The day it was given, in the time zone of the organisation.' }),
  to: LocalDate.optional(),
  question_id: Id.optional().meta({
    description: 'Only those that answered this question; the summary does not heed this and what follows.',
  }),
  prompt: text(300).optional().meta({ description: 'With question_id: asked in these words.' }),
  value: text(2000).optional().meta({ description: 'With question_id: answered with this.' }),
  word: text(100).optional().meta({ description: 'Only those whose own words contain this.' }),
  needs_look: z.enum(['true', 'false']).optional(),
}
export const FeedbackFilter = z.object(FilterFields)
export type FeedbackFilter = z.infer<typeof FeedbackFilter>

const AnswerValue = z
  .union([clientText(2000), z.int()])
  .meta({ description: 'The stars as 1 to 5, the chosen option, or words; empty: not answered.' })

export const NewFeedback = z.strictObject({
  appointment_id: Id,
  type: FeedbackType.optional().meta({
    description: 'For staff (Feedback Create): whose feedback it is. Otherwise the caller’s role decides.',
  }),
  answers: z
    .array(
      z.strictObject({
        question_id: Id,
        value: AnswerValue,
        revision: Revision.optional().meta({ description: "The question's, as it was read: an answer to other words is refused (stale)." }),
      }),
    )
    .max(100),
})
export type NewFeedback = z.infer<typeof NewFeedback>

const Prompt = label(300)
const Options = z.array(label(maxOptionLength)).max(20, 'field.atMost20Choices')

export const NewQuestion = z.strictObject({
  type: FeedbackType,
  widget: Widget,
  prompt: Prompt,
  options: Options.optional().meta({
    description: 'Radio and select: 2 to 20 different texts; colour: 2 to 20 colours like #2f7d6d; otherwise none.',
  }),
  required: z.boolean().optional(),
})
export type NewQuestion = z.infer<typeof NewQuestion>

export const QuestionChange = z.strictObject({
  revision: Revision.optional(),
  widget: Widget.optional(),
  prompt: Prompt.optional(),
  options: Options.optional(),
  required: z.boolean().optional(),
  active: z.literal(true).optional().meta({ description: 'Ask a retired question again, as the last one.' }),
})
export type QuestionChange = z.infer<typeof QuestionChange>

export const feedbackCalls = defineCalls({
  'GET /api/feedback-questions': {
    summary: 'The questions of the feedback forms in their order; retired ones on request, for callers who may edit them.',
    access: 'person',
    query: z.object({ type: FeedbackType.optional(), retired: z.enum(['true', 'false']).optional() }),
    answer: { status: 200, body: z.object({ data: z.array(Question) }) },
    refusals: ['missing_ability'],
  },
  'POST /api/feedback-questions': {
    summary: 'Ask one more question, as the last of its form.',
    access: { ability: 'Feedback Questions Create' },
    body: NewQuestion,
    answer: { status: 201, body: Question },
    refusals: [],
    idempotent: true,
  },
  'PUT /api/feedback-questions/{id}': {
    summary: 'Change a question from now on. What was answered keeps the words it was asked in.',
    access: { ability: 'Feedback Questions Create' },
    params: IdParams,
    body: QuestionChange,
    answer: { status: 200, body: Question },
    refusals: ['not_found', 'stale'],
  },
  'DELETE /api/feedback-questions/{id}': {
    summary: 'Retire a question: it is asked no more, and every answer to it stays.',
    access: { ability: 'Feedback Questions Create' },
    params: IdParams,
    query: z.object({ revision: z.coerce.number().pipe(Revision).optional() }),
    answer: { status: 200, body: Question },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/feedback-questions/reorder': {
    summary: 'Put the questions of one form into this order: every active one of its type, once.',
    access: { ability: 'Feedback Questions Create' },
    body: z.strictObject({ type: FeedbackType, ids: z.array(Id).max(200) }),
    answer: { status: 200, body: z.object({ data: z.array(Question) }) },
    refusals: ['stale'],
  },
  'GET /api/feedback/create': {
    summary:
      'The feedback form of a session, by id or reference: for its client, its mentor, or staff (Feedback Create) on behalf of either.',
    access: 'person',
    query: z.object({ appointment_id: Id.optional(), reference: text(40).optional(), type: FeedbackType.optional() }),
    shows: 'feedback',
    answer: {
      status: 200,
      body: z.object({ appointment: RatedAppointment, type: FeedbackType, for_other: z.boolean(), questions: z.array(Question) }),
    },
    refusals: ['not_found', 'reason_required', 'missing_ability', 'already_given', 'not_held'],
  },
  'POST /api/feedback': {
    summary: 'Say how a session was, once for each type. Staff (Feedback Create) can write it down for the client or the mentor.',
    access: 'person',
    body: NewFeedback,
    shows: 'feedback',
    answer: { status: 201, body: Feedback },
    refusals: ['not_found', 'missing_ability', 'already_given', 'not_held', 'stale', 'record_closed'],
    idempotent: true,
  },
  'GET /api/feedback': {
    summary: 'Feedback, newest first, with what it says together. No figure is made of fewer than 5 answers about one mentor.',
    access: { ability: 'Feedback List' },
    query: PageQuery.extend(FilterFields),
    shows: 'feedback',
    answer: {
      status: 200,
      body: listOf(FeedbackRead).extend({
        summary: FeedbackSummary,
        unsearched: z.int().meta({
          description: 'With question_id or word: how much of the selection was not searched, because reading it requires a reason.',
        }),
      }),
    },
    refusals: [],
  },
  'GET /api/feedback/export': {
    summary: 'The same feedback as a CSV file (RFC 4180, UTF-8) whose cells no spreadsheet takes for a formula.',
    access: { ability: 'Feedback List', and: ['User Export'] },
    query: FeedbackFilter,
    answer: { status: 200, body: null },
    refusals: [],
  },
  'POST /api/feedback/{id}/looked': {
    summary: 'Mark a low score as reviewed. The first review is kept.',
    access: { ability: 'Feedback List' },
    params: IdParams,
    shows: 'feedback',
    answer: { status: 200, body: FeedbackRead },
    refusals: ['not_found', 'reason_required'],
  },
  'GET /api/appointment-feedback/{id}': {
    summary: "The feedback on an appointment: all of it with Feedback List, otherwise the caller's own, without who reviewed it.",
    access: 'person',
    params: IdParams,
    shows: 'feedback',
    answer: {
      status: 200,
      body: z.object({
        appointment: RatedAppointment,
        data: z.array(FeedbackRead.omit({ session: true }).partial({ low: true, needs_look: true, looked: true })),
      }),
    },
    refusals: ['not_found', 'reason_required'],
  },
})
