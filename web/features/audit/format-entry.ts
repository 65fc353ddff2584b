import { shownParts } from '#contract/access-log.ts'
import type { AuditEntry, AuditSubject, UserAction } from '#contract/audit.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { formatList } from '../../lib/format-values.ts'
import { language, region, t, type MessageId } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { openedPeople, type Folded } from './fold-repeats.ts'

/** Texts by action, or by `subject.action` if an action has several meanings. */
const actionLabels: Record<UserAction, MessageId> & Record<string, MessageId> = {
  booked: 'audit.act.booked',
  requested: 'audit.act.requested',
  approved: 'audit.act.approved',
  moved: 'audit.act.moved',
  arrived: 'audit.act.arrived',
  fulfilled: 'audit.act.fulfilled',
  noshow: 'audit.act.noshow',
  cancelled: 'audit.act.cancelled',
  'entered-in-error': 'audit.act.enteredInError',
  excused: 'audit.act.excused',
  counted: 'audit.act.counted',
  questions: 'audit.act.questions',
  interpreter: 'audit.act.interpreter',
  payment: 'audit.act.payment',
  planned: 'audit.act.planned',
  created: 'audit.act.created',
  changed: 'audit.act.changed',
  published: 'audit.act.published',
  unpublished: 'audit.act.unpublished',
  discarded: 'audit.act.discarded',
  deleted: 'audit.act.deleted',
  retired: 'audit.act.retired',
  reactivated: 'audit.act.reactivated',
  translated: 'audit.act.translated',
  deactivated: 'audit.act.deactivated',
  ordered: 'audit.act.ordered',
  roles: 'audit.act.roles',
  registered: 'audit.act.registered',
  invited: 'audit.act.invited',
  invitation_renewed: 'audit.act.invitationRenewed',
  invitation_revoked: 'audit.act.invitationRevoked',
  invitation_accepted: 'audit.act.invitationAccepted',
  set_up: 'audit.act.setUp',
  merged: 'audit.act.merged',
  merged_away: 'audit.act.mergedAway',
  exported: 'audit.act.exported',
  erased: 'audit.act.erased',
  logged_out: 'audit.act.loggedOut',
  app_set_up: 'audit.act.appSetUp',
  passkey_added: 'audit.act.passkeyAdded',
  passkey_removed: 'audit.act.passkeyRemoved',
  passkeys_reset: 'audit.act.passkeysReset',
  passkey_cloned: 'audit.act.passkeyCloned',
  recovery_codes_made: 'audit.act.recoveryCodesMade',
  recovery_code_used: 'audit.act.recoveryCodeUsed',
  account_linked: 'audit.act.accountLinked',
  account_unlinked: 'audit.act.accountUnlinked',
  provider_ended: 'audit.act.providerEnded',
  emergency_link: 'audit.act.emergencyLink',
  emergency_used: 'audit.act.emergencyUsed',
  second_factors_removed: 'audit.act.secondFactorsRemoved',
  token_made: 'audit.act.tokenMade',
  token_revoked: 'audit.act.tokenRevoked',
  calendar_made: 'audit.act.calendarMade',
  calendar_stopped: 'audit.act.calendarStopped',
  app_reset: 'audit.act.appReset',
  reassigned: 'audit.act.reassigned',
  entered: 'audit.act.entered',
  taken_back: 'audit.act.takenBack',
  closed: 'audit.act.closed',
  'closed_day.opened': 'audit.act.reopened',
  opened: 'audit.act.opened',
  looked: 'audit.act.looked',
  given: 'audit.act.given',
  offered: 'audit.act.offered',
  removed: 'audit.act.removed',
  joined: 'audit.act.joined',
  left: 'audit.act.left',
  reordered: 'audit.act.reordered',
  restored: 'audit.act.restored',
  offer_accepted: 'audit.act.offerAccepted',
  offer_declined: 'audit.act.offerDeclined',
  offer_expired: 'audit.act.offerExpired',
  resent: 'audit.act.resent',
  test_sent: 'audit.act.testSent',
  secret_changed: 'audit.act.secretChanged',
  told: 'audit.act.told',
  told_taken_back: 'audit.act.toldTakenBack',
  ended: 'audit.act.ended',
  declined: 'audit.act.declined',
  withdrawn: 'audit.act.withdrawn',
}

/** Texts by subject. */
const subjectLabels: Record<AuditSubject, MessageId> & Record<string, MessageId> = {
  appointment: 'audit.thing.appointment',
  schedule: 'audit.thing.schedule',
  user: 'audit.thing.user',
  record: 'audit.thing.record',
  role: 'audit.thing.role',
  contract: 'audit.thing.contract',
  session_note: 'audit.thing.sessionNote',
  settings: 'audit.thing.settings',
  support_type: 'audit.thing.supportType',
  place: 'audit.thing.place',
  feedback: 'audit.thing.feedback',
  feedback_question: 'audit.thing.feedbackQuestion',
  time_off: 'audit.thing.timeOff',
  closed_day: 'audit.thing.closedDay',
  waiting: 'audit.thing.waitingList',
  retention: 'audit.thing.retention',
  message: 'audit.thing.message',
  wording: 'audit.thing.wording',
  webhook: 'audit.thing.webhook',
  provider: 'audit.thing.provider',
  busy_calendar: 'audit.thing.busyCalendar',
  weekly_hours: 'audit.thing.weeklyHours',
  hours_proposal: 'audit.thing.hoursProposal',
  time_off_request: 'audit.thing.timeOffRequest',
  mentor: 'audit.thing.mentorsAppointments',
}

/** Names of the subjects whose text is a part of a sentence only; the others have one for `own: 'any'`. */
const subjectNames: Record<string, MessageId> = {
  session_note: 'audit.choice.sessionNote',
  settings: 'audit.choice.settings',
  feedback_question: 'audit.choice.feedbackQuestion',
  closed_day: 'audit.choice.closedDay',
  wording: 'audit.choice.wording',
  webhook: 'audit.choice.webhook',
  provider: 'audit.choice.provider',
}

const nameOf = (person: AuditEntry['actor']): string => person?.name ?? t('audit.erased')

const formatActor = ({ actor }: AuditEntry): string => (actor ? nameOf(actor) : t('audit.product'))

/** "Amara moved the appointment 7K2M-9QXR of Jo: from Tuesday 1 December, 09:00 to Tuesday 1 December, 09:30" */
export function formatEntry(entry: AuditEntry): string {
  const { action, subject } = entry
  const act = actionLabels[`${subject}.${action}`] ?? actionLabels[action]
  const who = formatActor(entry)
  const what = formatSubject(entry)
  const name = nameOf(entry.person)
  const sentence = act ? t(act, { who, what, name, own: ownOf(entry) }) : t('audit.act.other', { who, what, action: plain(action) })
  return action === 'moved' ? `${sentence}: ${formatMove(entry)}` : sentence
}

/** Names in a sentence. */
const maxNames = 3

/** "Amara opened 5 records: Jo, Sam, Ana and 2 others", or the sentence and how often. */
export function formatFolded(row: Folded): string {
  const { entry, repeats } = row
  const people = openedPeople(row)
  if (entry.subject !== 'record' || people.length === 1) return t('audit.times', { what: formatEntry(entry), count: repeats.length + 1 })
  const names = people.map(name => name ?? t('audit.erased'))
  const shown = names.length > maxNames + 1 ? [...names.slice(0, maxNames), t('audit.others', { count: names.length - maxNames })] : names
  return t('audit.openedRecords', { who: formatActor(entry), count: people.length, names: formatList(shown) })
}

const viewedParts: Record<string, MessageId> = Object.fromEntries(
  shownParts.filter(part => part !== 'reason').map(part => [part, `accessLog.what.${part}` as const]),
)

/** The part of a record that was opened: "Read feedback". Empty for other entries. */
export function formatViewed({ action, subject, after }: AuditEntry): string {
  if (action !== 'opened' || subject !== 'record' || typeof after?.what !== 'string') return ''
  const part = viewedParts[after.what]
  return part ? capitalize(t(part)) : ''
}

/** Whether the actor is the person it is about. */
const ownOf = ({ person, actor }: AuditEntry): 'yes' | 'no' => (person !== null && person.id === actor?.id ? 'yes' : 'no')

function formatSubject(entry: AuditEntry): string {
  const { subject, thing, person } = entry
  const known = subjectLabels[subject]
  if (!known) return [plain(subject), thing?.name].filter(Boolean).join(' ')
  const name = subject === 'appointment' && thing ? formatReference(thing.name) : (thing?.name ?? '')
  const whose = person ? t('audit.of', { name: nameOf(person) }) : ''
  return t(known, { name: name || (person ? nameOf(person) : ''), whose, own: ownOf(entry) }).trim()
}

function formatMove({ before, after, thing }: AuditEntry): string {
  const zone = thing?.time_zone ?? 'UTC'
  const at = (state: AuditEntry['before']) => (typeof state?.starts_at === 'string' ? formatDateTime(state.starts_at, zone) : '?')
  return t('audit.fromTo', { from: at(before), to: at(after) })
}

const plain = (code: string) => code.replaceAll(/[_-]/g, ' ')

/** Actions that share their verb with others and concern one subject alone. */
const onlySubjects: Record<string, MessageId> = { closed: 'audit.thing.closedDay', taken_back: 'audit.thing.timeOff' }

/** What stands for the names in a sentence about an action. */
const gap = '…'

/** German needs the person whom the others can leave out: "… hat … gebucht", but "Booked …". */
const dropPerson = (label: string) => (language === 'de' ? label : label.replace(/^…[:\s]+/, ''))

function labelAction(act: MessageId, action: string): string {
  const only = onlySubjects[action]
  const what = only ? t(only, { name: '', whose: '', own: 'no' }).trim() : gap
  return dropPerson(t(act, { who: gap, what, name: gap, own: 'no' }))
}

/** Options for what has a text, and for what is chosen. */
const choices = (known: Record<string, MessageId>, label: (text: MessageId, value: string) => string, also: string | undefined) =>
  [...new Set([...Object.keys(known).filter(key => !key.includes('.')), ...(also ? [also] : [])])]
    .map(value => ({ value, label: capitalize(known[value] ? label(known[value], value) : plain(value)) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

const capitalize = (text: string) => {
  const tidy = text.replaceAll(/\s+/g, ' ').trim()
  return tidy.charAt(0).toLocaleUpperCase(region) + tidy.slice(1)
}

/** Actions to filter by, with what stands for names, sorted by label; `chosen` is one of them even if this version has no text for it. */
export const actionChoices = (chosen?: string) => choices(actionLabels, labelAction, chosen)
/** Subjects to filter by, sorted by label; `chosen` as in `actionChoices`. */
export const thingChoices = (chosen?: string) =>
  choices({ ...subjectLabels, ...subjectNames }, thing => t(thing, { name: '', whose: '', own: 'any' }), chosen)
