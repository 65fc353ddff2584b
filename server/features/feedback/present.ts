import type { Selectable } from 'kysely'
import type { Feedback, FeedbackRead, Question, RatedAppointment } from '#contract/feedback.ts'
import type { Database } from '#database/types.ts'
import { photoUrl } from '../people/present.ts'
import { presentPlace, type PlaceRow } from '../places/present.ts'
import { presentSupportType, type SupportTypeRow } from '../support-types/present.ts'

/** A question as the API shows it. */
export function presentQuestion(row: Selectable<Database['feedback_questions']>): Question {
  const { id, type, widget, prompt, options, required, position, active, revision } = row
  return { id, type, widget, prompt, options, required, position, active, revision }
}

/** A session about which feedback is given; times are RFC 3339. */
export interface RatedRow {
  id: string
  reference: string
  schedule_id: string
  user_id: string
  user_name: string
  mentor_id: string
  mentor_name: string
  mentor_photo_id: string | null
  starts_at: string
  ends_at: string
  support_type: SupportTypeRow
  place: PlaceRow
}

/** The session that the feedback is about. */
export const presentRated = ({ support_type, place, ...row }: RatedRow): RatedAppointment => ({
  id: row.id,
  reference: row.reference,
  schedule_id: row.schedule_id,
  support_type: presentSupportType(support_type),
  place: presentPlace(place),
  mentor: { id: row.mentor_id, name: row.mentor_name, photo: photoUrl(row.mentor_photo_id) },
  user: { id: row.user_id, name: row.user_name },
  starts_at: row.starts_at,
  ends_at: row.ends_at,
  time_zone: place.time_zone,
})

/** Feedback with its session and answers; `entered_by` is the member of staff who entered it for the author. */
export interface FeedbackRow {
  id: string
  type: 'client' | 'mentor'
  appointment_id: string
  created_at: string
  author_id: string
  author_name: string
  entered_by: string | null
  entered_by_name: string | null
  low: boolean
  looked_by: string | null
  looked_by_name: string | null
  looked_at: string | null
  schedule_id: string
  starts_at: string
  time_zone: string
  support_type: { id: string; name: string; colour: string }
  mentor: { id: string; name: string }
  client: { id: string; name: string }
  answers: Feedback['answers']
}

/** Feedback as its author sees it. */
export const presentFeedback = ({ id, type, appointment_id, created_at, author_id, author_name, answers }: FeedbackRow): Feedback => ({
  id,
  type,
  appointment_id,
  author: { id: author_id, name: author_name },
  answers,
  created_at,
})

/** Feedback as staff see it. */
export const presentFeedbackRead = (row: FeedbackRow): FeedbackRead & Feedback => ({
  ...presentFeedback(row),
  withheld: false,
  session: {
    schedule_id: row.schedule_id,
    support_type: row.support_type,
    mentor: row.mentor,
    client: row.client,
    starts_at: row.starts_at,
    time_zone: row.time_zone,
  },
  entered_by: row.entered_by === null ? null : { id: row.entered_by, name: row.entered_by_name ?? '' },
  low: row.low,
  needs_look: row.low && row.looked_at === null,
  looked:
    row.looked_by !== null && row.looked_at !== null
      ? { by: { id: row.looked_by, name: row.looked_by_name ?? '' }, at: row.looked_at }
      : null,
})

/** The same without answers and people, if reading them requires a reason. */
export function presentWithheld(row: FeedbackRow): FeedbackRead {
  const { session, ...feedback } = presentFeedbackRead(row)
  return { ...feedback, withheld: true, author: null, answers: [], entered_by: null, session: { ...session, client: null } }
}
