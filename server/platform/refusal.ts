import type { Obstacle } from '#contract/batch.ts'
import type { Problem } from '#contract/problem.ts'
import { refusals, type RefusalCode } from '#contract/refusals.ts'

type Details = Partial<
  Pick<
    Problem,
    | 'message'
    | 'detail'
    | 'errors'
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
>

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
export const refuseField = (field: string, sentence: string) => refuse('invalid', { errors: { [field]: [sentence] } })

/** The refusal of one item among several: its code, and the sentence about the whole or the field. */
export function presentObstacle({ code, details }: Refusal): Obstacle {
  const [field] = Object.values(details.errors ?? {}).flat()
  const sentence = field && `${field.charAt(0).toUpperCase()}${field.slice(1)}${/[.?]$/.test(field) ? '' : '.'}`
  return { code, message: details.message ?? sentence ?? refusals[code].message }
}

/** The refusal as RFC 9457 problem details. */
export function problemOf({ code, details }: Refusal, requestId: string): Problem {
  const { status, title, message } = refusals[code]
  return { type: `/api/docs#${code}`, title, status, detail: details.message ?? message, message, code, request_id: requestId, ...details }
}
