import type { LetterName } from '#contract/message-kinds.ts'
import type { LetterWording } from '#contract/wordings.ts'
import type { Sentence } from '../../../platform/text.ts'

/** What is filled into a wording, with an example. */
export interface Placeholder {
  name: string
  /** Not allowed in subjects and text messages, which locked screens show. */
  letterOnly: boolean
}

const everywhere = ['name', 'site']
const ofAppointment = ['day', 'place', 'mentor']
const withReason = [...ofAppointment, 'reason']
/**
 * The mentor, the reason and the agreement are excluded there. The support type and a mentor's
 * speciality have no placeholder at all.
 */
const letterOnly: ReadonlySet<string> = new Set(['mentor', 'reason', 'title', 'contact'])

/** What each letter can fill in, besides what every one can. */
const own: Record<LetterName, readonly string[]> = {
  requested: ofAppointment,
  booked: ofAppointment,
  approved: ofAppointment,
  moved: withReason,
  mentorChanged: withReason,
  cancelledByClient: ofAppointment,
  cancelledByUs: withReason,
  refused: withReason,
  placeChanged: ofAppointment,
  reminder: ofAppointment,
  feedbackRequest: ofAppointment,
  contractToAccept: ['title'],
  phoneChanged: [],
  signInChanged: ['change'],
  newDevice: ['device'],
  testMessage: [],
  offer: [...ofAppointment, 'until'],
  offerExpired: [],
  offerWithdrawn: [],
  removed: [],
  reassigned: [],
  sessionCancelled: ['day', 'place', 'reason'],
  sessionsCancelled: ['count', 'day', 'place', 'reason'],
  requestPending: ['count'],
  hoursApproved: [],
  hoursDeclined: ['reason'],
  timeOffApproved: [],
  timeOffDeclined: ['reason'],
  lowFeedback: [],
}

/** The placeholders that a wording of this letter may contain. */
export const placeholdersOf = (name: LetterName): Placeholder[] =>
  [...everywhere, ...own[name], 'contact'].map(place => ({ name: place, letterOnly: letterOnly.has(place) }))

/**
 * What is wrong with a wording, by field: a place that there is not, one that does not belong there, or a
 * brace that begins none. Null where all is well.
 */
export function checkPlaceholders(name: LetterName, wording: LetterWording): Record<string, Sentence[]> | null {
  const places = placeholdersOf(name)
  const wrong: Record<string, Sentence[]> = {}
  for (const field of ['subject', 'body', 'sms'] as const) {
    const known = places.filter(place => field === 'body' || !place.letterOnly).map(place => place.name)
    const stranger = [...wording[field].matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place).find(place => !known.includes(place))
    const list = known.map(place => `{${place}}`).join(', ')
    if (stranger !== undefined) wrong[field] = [['field.mustNotNamePlace', { place: stranger, places: list }]]
    else if (/[{}]/.test(wording[field].replaceAll(/\{\w+\}/g, ''))) wrong[field] = [['field.mustNotHoldSingleBraces', { places: list }]]
  }
  return Object.keys(wrong).length > 0 ? wrong : null
}
