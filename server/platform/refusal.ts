import type { Obstacle } from '#contract/batch.ts'
import type { Problem } from '#contract/problem.ts'
import type { Language } from '#contract/languages.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'
import { say, type Sentence } from './text.ts'

type Details = Partial<
  Pick<
    Problem,
    | 'detail'
    | 'nearest'
    | 'clashes'
    | 'booked'
    | 'failed'
    | 'taken_by'
    | 'choices'
    | 'contracts'
    | 'login_ticket'
    | 'expires_in'
    | 'sent_to'
    | 'authenticator'
    | 'second_factors'
    | 'retry_after'
    | 'reason'
    | 'missing_abilities'
    | 'user_id'
  >
> & { message?: Sentence; errors?: Record<string, readonly Sentence[]> }

/** An expected refusal: returned, never thrown. */
export class Refusal {
  constructor(
    readonly code: RefusalCode,
    readonly details: Details = {},
  ) {}
}

/** Refuses with a code of the catalogue; details are added to the problem document. */
export const refuse = (code: RefusalCode, details: Details = {}) => new Refusal(code, details)

/** One field is invalid: 422 with a sentence for that field. */
export const refuseField = (field: string, sentence: Sentence) => refuse('invalid', { errors: { [field]: [sentence] } })

/** The sentence of a refusal without details. */
export const sentenceOf = (code: RefusalCode, language: Language): string => say(language, `refusal.${code}.message`)

/** The refusal of one item among several: its code, and the sentence about the whole or the field. */
export function presentObstacle({ code, details }: Refusal, language: Language): Obstacle {
  const [first] = Object.values(details.errors ?? {}).flat()
  const field = first && say(language, first)
  const sentence = field && `${field.charAt(0).toLocaleUpperCase(language)}${field.slice(1)}${/[.?]$/.test(field) ? '' : '.'}`
  return { code, message: details.message ? say(language, details.message) : (sentence ?? sentenceOf(code, language)) }
}

/** The refusal as RFC 9457 problem details. */
export function problemOf({ code, details }: Refusal, requestId: string, language: Language): Problem {
  const { message: own, errors, ...others } = details
  const message = own ? say(language, own) : sentenceOf(code, language)
  return {
    type: `/api/docs#${code}`,
    title: say(language, `refusal.${code}.title`),
    status: refusals[code].status,
    detail: message,
    message,
    code,
    request_id: requestId,
    ...others,
    ...(errors && {
      errors: Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(text => say(language, text))])),
    }),
  }
}
