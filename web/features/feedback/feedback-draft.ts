import type { Question } from '#contract/feedback.ts'
import { newIdempotencyKey } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/tab-storage.ts'

/** Answers that were not sent, and the questions as they were asked. */
export interface FeedbackDraft {
  values: Record<string, string>
  questions: readonly Pick<Question, 'id' | 'revision'>[]
}

// As drafts of bookings: in this tab and for their author, until they are sent or the session ends.

const itemOf = (appointmentId: string, type: string) => `feedback-draft.${type}.${appointmentId}`
const keyItemOf = (appointmentId: string, type: string) => `${itemOf(appointmentId, type)}.key`
const owner = () => session()?.user.id ?? null

/** The draft about an appointment, of one type of feedback. */
export const readDraft = (appointmentId: string, type: string): FeedbackDraft | undefined =>
  getTabItem<FeedbackDraft>(itemOf(appointmentId, type), owner())

/** After sending: removes the draft about an appointment, of one type of feedback, and its key. */
export function clearDraft(appointmentId: string, type: string): void {
  removeTabItem(itemOf(appointmentId, type))
  removeTabItem(keyItemOf(appointmentId, type))
}

/** The idempotency key of these answers: sending them again, also after a reload, is the same request. */
export function draftKeyOf(appointmentId: string, type: string, answers: unknown): string {
  const text = JSON.stringify(answers)
  const kept = getTabItem<{ text: string; key: string }>(keyItemOf(appointmentId, type), owner())
  if (kept?.text === text) return kept.key
  const key = newIdempotencyKey()
  setTabItem(keyItemOf(appointmentId, type), owner(), { text, key })
  return key
}

/** Keeps what was typed; nothing if all answers are empty. */
export function saveDraft(appointmentId: string, type: string, { values, questions }: FeedbackDraft): void {
  if (!Object.values(values).some(Boolean)) return clearDraft(appointmentId, type)
  const asked = questions.map(({ id, revision }) => ({ id, revision }))
  setTabItem(itemOf(appointmentId, type), owner(), { values, questions: asked } satisfies FeedbackDraft)
}
