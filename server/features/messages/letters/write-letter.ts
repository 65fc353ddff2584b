import type { Appointment } from '#contract/appointments.ts'
import type { MessageKind, WordingName } from '#contract/message-kinds.ts'
import { fitTextMessage } from '#domain/messages/segments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { formatPlace } from '#domain/booking/event-location.ts'
import type { Facts } from '../facts-queries.ts'
import { chooseLetter } from './choose-letter.ts'
import { commonTexts, letters, signInChanges, type LetterTexts } from './en.ts'
import { fillTemplate, type Values } from './fill-template.ts'
import { renderHtml, renderText, type LetterParts, type LetterStyle } from './render-letter.ts'
import { formatTimeRange, formatTime } from './format-time.ts'

/** The organisation as letters name it. */
export interface Sender {
  name: string
  /** How to contact the organisation, in its own words. */
  contact: string
  /** Where its pages are; null: not known, and letters have no links. */
  origin: string | null
  time_zone: string
  style: LetterStyle
  /** The PNG that its e-mails show. */
  logo?: Buffer | undefined
}

export interface Letter {
  subject: string
  text: string
  html: string
  /** The same as a text message. */
  sms: string
  /** Where it carries the appointment for the reader's own calendar. */
  calendar: 'REQUEST' | 'CANCEL' | null
}

/** The organisation's own words, by letter. */
export type OwnWords = Partial<Record<WordingName, Pick<LetterTexts, 'subject' | 'lead' | 'sms'>>>

/** The content of a letter, before it is worded. */
export interface Content {
  values: Values
  facts: readonly (readonly [label: string, value: string])[]
  /** Its page. */
  path: string
  tellsTimes: boolean
}

/**
 * Writes the letter of a message, in the organisation's own words or the standard ones, without the
 * support type.
 */
export function writeLetter(kind: MessageKind, facts: Facts, person: { name: string }, sender: Sender, own: OwnWords = {}): Letter {
  const name = chooseLetter(kind, facts)
  return {
    ...composeLetter({ ...letters[name], ...own[name] }, contentOf(name, facts, person, sender), sender),
    calendar: calendarOf(name, facts.appointment),
  }
}

/** Renders a letter as text, HTML and text message. */
export function composeLetter(
  { subject, lead, link, sms }: LetterTexts,
  { values, facts, path, tellsTimes }: Content,
  sender: Sender,
): Omit<Letter, 'calendar'> {
  const sheet: LetterParts = {
    subject: fillTemplate(subject, values),
    greeting: commonTexts.greeting,
    lead: lead.filter(paragraph => values.reason || !paragraph.includes('{reason}')),
    facts,
    link: sender.origin ? { label: link, url: `${sender.origin}${path}` } : null,
    foot: [tellsTimes ? commonTexts.sender : commonTexts.senderWithoutTime, ...(sender.contact ? ['{contact}'] : [])],
    values,
    style: sender.style,
  }
  return {
    subject: sheet.subject,
    text: renderText(sheet),
    html: renderHtml(sheet),
    sms: fitTextMessage([fillTemplate(sms, values), sheet.link?.url ?? ''].join(' ').trim()),
  }
}

function contentOf(name: WordingName, facts: Facts, person: { name: string }, sender: Sender): Content {
  const { appointment, entry, session, contract } = facts
  const offer = entry?.offer
  const happening = appointment ?? offer ?? session
  return {
    values: {
      site: sender.name,
      name: person.name,
      contact: sender.contact,
      zone: happening?.time_zone ?? sender.time_zone,
      ...(happening && { day: formatTime(happening.starts_at, happening.time_zone) }),
      ...(appointment && { mentor: appointment.mentor.name, place: appointment.place.name }),
      ...(offer && { mentor: offer.mentor, place: offer.place, until: formatTime(offer.offer_ends_at, offer.time_zone) }),
      ...(session && { place: session.place }),
      ...(contract && { title: contract.title }),
      ...describeSignInChange(facts.message.detail),
      count: String(session ? 1 + session.more.length : facts.requests),
      reason: formatReason(name, facts),
    },
    facts: listFacts(facts),
    path: pathOf(name, facts),
    tellsTimes: !!happening || facts.day.taken_over.length > 0,
  }
}

/** What has changed, of a notice about how the person signs in. */
function describeSignInChange({ what, device, provider }: Record<string, unknown>): Values {
  if (what === 'new_device') return { device: String(device) }
  const known = Object.entries(signInChanges).find(([name]) => name === what)
  return known ? { change: fillTemplate(known[1], { provider: String(provider ?? '') }) } : {}
}

const formatReason = (name: WordingName, { change, appointment, session, proposal }: Facts): string => {
  if (name === 'hoursDeclined') return proposal?.reason ?? ''
  if (name === 'sessionCancelled' || name === 'sessionsCancelled') return session?.reason ?? ''
  return (name === 'cancelledByUs' || name === 'refused' ? appointment?.cancelled?.reason : change?.reason) ?? ''
}

function listFacts({ appointment, entry, day, session, message }: Facts): [string, string][] {
  // What is over needs no more than its day.
  if (message.kind === 'feedback_request') return []
  if (session && session.more.length > 0)
    return [session, ...session.more].map(one => [
      commonTexts.cancelled,
      `${formatTimeRange(one.starts_at, one.ends_at, one.time_zone)}, ${one.place}`,
    ])
  if (session)
    return [
      [commonTexts.when, formatTimeRange(session.starts_at, session.ends_at, session.time_zone)],
      [commonTexts.where, session.place],
    ]
  if (appointment) {
    const { starts_at, ends_at, time_zone, place, mentor, reference, serial } = appointment
    return [
      [commonTexts.when, formatTimeRange(starts_at, ends_at, time_zone)],
      [commonTexts.where, formatPlace(place)],
      ...(appointment.meeting ? [[commonTexts.join, commonTexts.joinHow] as [string, string]] : []),
      [commonTexts.mentor, mentor.name],
      [commonTexts.reference, formatReference(reference)],
      ...(message.kind === 'reminder' ? [[commonTexts.serial, String(serial)] as [string, string]] : []),
    ]
  }
  const offer = entry?.offer
  if (offer)
    return [
      [commonTexts.when, formatTimeRange(offer.starts_at, offer.ends_at, offer.time_zone)],
      [commonTexts.where, offer.place],
      [commonTexts.mentor, offer.mentor],
    ]
  const say = (visit: Facts['day']['lost'][number]) =>
    `${formatTime(visit.starts_at, visit.time_zone)}, ${formatReference(visit.reference)}`
  return [
    ...day.taken_over.map(visit => [commonTexts.takenOver, say(visit)] as [string, string]),
    ...day.lost.map(visit => [commonTexts.lost, formatReference(visit.reference)] as [string, string]),
  ]
}

/** The page where something can be done about it. */
function pathOf(name: WordingName, { appointment, message }: Facts): string {
  if (name === 'cancelledByClient' || name === 'cancelledByUs' || name === 'refused' || name === 'removed') return '/'
  if (name === 'reassigned' || name === 'sessionCancelled' || name === 'sessionsCancelled') return '/mentor'
  if (name === 'hoursApproved' || name === 'hoursDeclined') return '/mentor'
  if (name === 'requestPending') return '/admin/lists/pending'
  if (name === 'contractToAccept') return '/my/my-profile'
  if (name === 'phoneChanged' || name === 'signInChanged' || name === 'newDevice') return '/my/sign-in'
  if (name === 'feedbackRequest') return `/feedback?appointment_id=${appointment?.id ?? ''}`
  if (name === 'lowFeedback') return '/admin/feedbacks'
  if (name === 'testMessage') return '/admin'
  return appointment ? `/my/appointments/${appointment.id}` : `/my/waiting/${String(message.detail.entry_id)}`
}

/** Pending and refused requests are not in the client's calendar. */
function calendarOf(name: WordingName, appointment: Appointment | null): Letter['calendar'] {
  if (name === 'cancelledByClient' || name === 'cancelledByUs') return 'CANCEL'
  const tells = name === 'booked' || name === 'approved' || name === 'moved' || name === 'mentorChanged' || name === 'placeChanged'
  return tells && appointment?.status === 'booked' ? 'REQUEST' : null
}
