import type { FeedbackFilter, FeedbackType } from '#contract/feedback.ts'
import { dateParam, idParam } from '../../lib/param-values.ts'
import type { Params } from '../../lib/search-params.ts'

/** Reads the filters from the address; invalid values count as not set. */
export function readFilters(params: Params): FeedbackFilter & { type: FeedbackType } {
  const question_id = idParam(params.question)
  return {
    type: params.type === 'mentor' ? 'mentor' : 'client',
    mentor_id: idParam(params.mentor),
    support_type_id: idParam(params.support_type),
    from: dateParam(params.from),
    to: dateParam(params.to),
    question_id,
    prompt: question_id && params.asked?.slice(0, 300),
    value: question_id && params.value?.slice(0, 2000),
    word: params.word?.slice(0, 100) || undefined,
    needs_look: params.look === 'true' ? 'true' : undefined,
  }
}

/** Address parameters that clear the choice of a bar. */
export const clearedBar: Params = {
  question: undefined,
  asked: undefined,
  value: undefined,
  word: undefined,
  look: undefined,
  page: undefined,
}

/** Address parameters that clear all filters of a type. */
export const clearedFilters: Params = { ...clearedBar, mentor: undefined, support_type: undefined, from: undefined, to: undefined }

/** Whether the figures are of a part of the feedback; the type alone is no filter. */
export const isFiltered = ({ mentor_id, support_type_id, from, to }: FeedbackFilter): boolean =>
  Boolean(mentor_id || support_type_id || from || to)

/** The first and the last day of a month, `YYYY-MM`. */
export function daysOf(month: string, { from = '', to = '' }: { from?: string | undefined; to?: string | undefined } = {}) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const [first, last] = [`${month}-01`, `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`]
  return { from: from > first ? from : first, to: to !== '' && to < last ? to : last }
}
