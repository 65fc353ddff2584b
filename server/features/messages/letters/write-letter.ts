import type { Appointment } from '#contract/appointments.ts'
import { contentLanguageOf, type Language } from '#contract/languages.ts'
import type { LegalKey } from '#contract/legal.ts'
import type { MessageKind, LetterName } from '#contract/message-kinds.ts'
import { fitTextMessage } from '#domain/messages/segments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { formatPlace } from '#domain/booking/event-location.ts'
import { nameDevice } from '../../../platform/describe-device.ts'
import type { Facts } from '../facts/queries.ts'
import { chooseLetter } from './choose-letter.ts'
import { fillTemplate, fillValue, putLinkAfter, type Values } from './fill-template.ts'
import { isLetterTextId, letterLanguage, letterText, paragraphsOf, standardTexts, type LetterTexts } from './read-letter-texts.ts'
import { wordingOf, type OwnWordings } from './choose-wording.ts'
import { renderHtml, renderText, type LetterParts, type LetterStyle } from './render-letter.ts'
import { writeFoot } from './write-foot.ts'
import { formatNumber } from './format-number.ts'
import { formatTime, formatTimeForReader, formatTimeRange } from './format-time.ts'

/** The organisation as letters name it. */
export interface Sender {
  name: string
  /** How to contact the organisation, in its own words. */
  contact: string
  /** What ends its e-mails; lines in its own language. */
  signature: string
  /** Its legal texts in force. */
  legal: readonly LegalKey[]
  /** Where its pages are; null: not known, and letters have no links. */
  origin: string | null
  time_zone: string
  /** For people whose own language has no texts. */
  language: Language
  style: LetterStyle
  /** The PNG that its e-mails show. */
  logo?: Buffer | undefined
}

/** A message as it is sent, in one language. */
export interface Letter {
  language: Language
  subject: string
  text: string
  html: string
  /** The same as a text message. */
  sms: string
  /** Where it carries the appointment for the reader's own calendar. */
  calendar: 'REQUEST' | 'CANCEL' | null
}

/** Who reads a letter. */
interface Reader {
  name: string
  language: Language
  time_zone: string
}

/** What is filled into the wording of a letter. */
export interface Content {
  values: Values
  /** Those that differ in a text message, which has no line for the zone of its times. */
  smsValues?: Values
  facts: readonly (readonly [label: string, value: string])[]
  /** Its page. */
  path: string
  tellsTimes: boolean
}

/** The language that the letter of a message is written in, for this reader. */
export const languageOfLetter = (kind: MessageKind, facts: Facts, language: Language): Language =>
  letterLanguage(language, chooseLetter(kind, facts))

/**
 * Writes the letter of a message in its reader's language, in the organisation's own wording or the standard one,
 * without the support type.
 */
export function writeLetter(kind: MessageKind, facts: Facts, person: Reader, sender: Sender, own: OwnWordings = {}): Letter {
  const name = chooseLetter(kind, facts)
  const language = languageOfLetter(kind, facts, person.language)
  const texts = { ...standardTexts(language, name), ...wordingOf(own, language, name) }
  return {
    ...composeLetter(texts, contentOf(language, name, facts, person, sender), sender, language),
    calendar: calendarOf(name, facts.appointment),
  }
}

/** Renders a letter as plain text, HTML and text message. */
export function composeLetter(
  { subject, body, link, sms }: LetterTexts,
  { values, smsValues, facts, path, tellsTimes }: Content,
  sender: Sender,
  language: Language,
): Omit<Letter, 'calendar'> {
  const parts: LetterParts = {
    language,
    subject: fillTemplate(subject, values, language),
    greeting: letterText(language, 'common.greeting'),
    lead: paragraphsOf(body).filter(paragraph => values.reason || !paragraph.includes('{reason}')),
    facts,
    link: sender.origin ? { label: link, url: `${sender.origin}${path}` } : null,
    foot: writeFoot(sender, language, tellsTimes ? 'common.sender' : 'common.senderWithoutTime'),
    values,
    style: sender.style,
  }
  return {
    language,
    subject: parts.subject,
    text: renderText(parts),
    html: renderHtml(parts),
    sms: fitTextMessage(putLinkAfter(fillTemplate(sms, { ...values, ...smsValues }, language), parts.link?.url ?? '', language)),
  }
}

function contentOf(language: Language, name: LetterName, facts: Facts, person: Reader, sender: Sender): Content {
  const { appointment, entry, session, contract } = facts
  const offer = entry?.offer
  const happening = appointment ?? offer ?? session
  const timeFor = (instant: string, zone: string) => formatTimeForReader(language, instant, zone, person.time_zone)
  return {
    values: {
      site: sender.name,
      name: person.name,
      contact: sender.contact,
      zone: happening?.time_zone ?? sender.time_zone,
      ...(happening && { day: formatTime(language, happening.starts_at, happening.time_zone) }),
      ...(appointment && { mentor: appointment.mentor.name, place: appointment.place.name }),
      ...(offer && { mentor: offer.mentor, place: offer.place.name, until: formatTime(language, offer.offer_ends_at, offer.time_zone) }),
      ...(session && { place: session.place.name }),
      ...(contract && { title: contract.titles?.[contentLanguageOf(language)] ?? contract.title }),
      ...describeSignInChange(language, facts.message.detail),
      count: formatNumber(language, session ? 1 + session.more.length : facts.requests),
      reason: formatReason(name, facts),
    },
    smsValues: {
      ...(happening && { day: timeFor(happening.starts_at, happening.time_zone) }),
      ...(offer && { until: timeFor(offer.offer_ends_at, offer.time_zone) }),
    },
    facts: listFacts(language, facts),
    path: pathOf(name, facts),
    tellsTimes: !!happening || facts.day.taken_over.length > 0,
  }
}

/** What has changed, of a notice about how the person signs in. */
function describeSignInChange(language: Language, { what, device, provider }: Record<string, unknown>): Values {
  if (what === 'new_device') return { device: nameDevice(language, String(device)) }
  const id = `signIn.${String(what)}`
  return isLetterTextId(id) ? { change: fillValue(letterText(language, id), { provider: String(provider ?? '') }) } : {}
}

const formatReason = (name: LetterName, { change, appointment, session, proposal }: Facts): string => {
  if (name === 'hoursDeclined' || name === 'timeOffDeclined') return proposal?.reason ?? ''
  if (name === 'sessionCancelled' || name === 'sessionsCancelled') return session?.reason ?? ''
  return (name === 'cancelledByUs' || name === 'refused' ? appointment?.cancelled?.reason : change?.reason) ?? ''
}

function listFacts(language: Language, { appointment, entry, day, session, message }: Facts): [string, string][] {
  // What is over needs no more than its day.
  if (message.kind === 'feedback_request') return []
  const fact = (
    label: `common.${'when' | 'where' | 'join' | 'mentor' | 'reference' | 'serial' | 'takenOver' | 'lost' | 'cancelled'}`,
    value: string,
  ): [string, string] => [letterText(language, label), value]
  const at = (time: string, place: string) => fillValue(letterText(language, 'common.timeAndPlace'), { time, place })
  const range = ({ starts_at, ends_at, time_zone }: { starts_at: string; ends_at: string; time_zone: string }) =>
    formatTimeRange(language, starts_at, ends_at, time_zone)
  if (session && session.more.length > 0)
    return [session, ...session.more].map(one => fact('common.cancelled', at(range(one), one.place.name)))
  if (session) return [fact('common.when', range(session)), fact('common.where', session.place.name)]
  if (appointment) {
    const { place, mentor, reference, serial } = appointment
    return [
      fact('common.when', range(appointment)),
      fact('common.where', formatPlace(place)),
      ...(appointment.meeting ? [fact('common.join', letterText(language, 'common.joinHow'))] : []),
      fact('common.mentor', mentor.name),
      fact('common.reference', formatReference(reference)),
      ...(message.kind === 'reminder' ? [fact('common.serial', formatNumber(language, serial))] : []),
    ]
  }
  const offer = entry?.offer
  if (offer) return [fact('common.when', range(offer)), fact('common.where', offer.place.name), fact('common.mentor', offer.mentor)]
  return [
    ...day.taken_over.map(({ starts_at, time_zone, reference }) =>
      fact('common.takenOver', at(formatTime(language, starts_at, time_zone), formatReference(reference))),
    ),
    ...day.lost.map(visit => fact('common.lost', formatReference(visit.reference))),
  ]
}

const appointmentPath = ({ appointment }: Facts): string => `/my/appointments/${appointment?.id ?? ''}`
const waitingPath = ({ message }: Facts): string => `/my/waiting/${String(message.detail.entry_id)}`

/** The page of each letter, where its reader can act. */
const paths: Record<LetterName, string | ((facts: Facts) => string)> = {
  requested: appointmentPath,
  booked: appointmentPath,
  approved: appointmentPath,
  moved: appointmentPath,
  mentorChanged: appointmentPath,
  cancelledByClient: '/',
  cancelledByUs: '/',
  refused: '/',
  placeChanged: appointmentPath,
  reminder: appointmentPath,
  feedbackRequest: ({ appointment }) => `/feedback?appointment_id=${appointment?.id ?? ''}`,
  contractToAccept: '/my/my-profile',
  phoneChanged: '/my/sign-in',
  signInChanged: '/my/sign-in',
  newDevice: '/my/sign-in',
  testMessage: '/admin',
  offer: waitingPath,
  offerExpired: waitingPath,
  offerWithdrawn: waitingPath,
  removed: '/',
  reassigned: '/mentor',
  sessionCancelled: '/mentor',
  sessionsCancelled: '/mentor',
  requestPending: '/admin/lists/pending',
  hoursApproved: '/mentor',
  hoursDeclined: '/mentor',
  timeOffApproved: '/mentor',
  timeOffDeclined: '/mentor',
  lowFeedback: '/admin/feedbacks',
}

function pathOf(name: LetterName, facts: Facts): string {
  const path = paths[name]
  return typeof path === 'string' ? path : path(facts)
}

/** Pending and refused requests are not in the client's calendar. */
function calendarOf(name: LetterName, appointment: Appointment | null): Letter['calendar'] {
  if (name === 'cancelledByClient' || name === 'cancelledByUs') return 'CANCEL'
  const tells = name === 'booked' || name === 'approved' || name === 'moved' || name === 'mentorChanged' || name === 'placeChanged'
  return tells && appointment?.status === 'booked' ? 'REQUEST' : null
}
