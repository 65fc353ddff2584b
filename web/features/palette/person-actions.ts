import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { countDigits, formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { keepCallerNumber } from '../desk-booking/caller-number.ts'
import type { Option } from './option.ts'

type Found = ResponseBody<'GET /api/find'>['users'][number]
const verbs = ['book', 'call', 'messages', 'cancel'] as const
type Verb = (typeof verbs)[number]

/** What is typed, divided into an action and whom it is for: "book for Viktoria". */
export function readVerb(typed: string): { verb: Verb | undefined; rest: string } {
  const text = typed.trimStart()
  for (const verb of verbs) {
    // Longer beginnings stand first in the text.
    const beginning = t(`palette.verb.${verb}`)
      .split('|')
      .find(known => text.toLowerCase().startsWith(`${known} `))
    if (beginning !== undefined && text.length > beginning.length + 1) return { verb, rest: text.slice(beginning.length).trim() }
  }
  return { verb: undefined, rest: typed.trim() }
}

/** What can be done for a person who was found; of one kind, where a verb was typed. */
export function actionsFor({ id, name, phone }: Found, verb: Verb | undefined): Option[] {
  const actions: [Verb, Option | false | null][] = [
    [
      'book',
      can('Appointment Create') && {
        to: paths.book({ user: id }),
        label: t('palette.bookFor', { name }),
        ...(phone && { note: formatPhone(phone) }),
      },
    ],
    ['call', phone !== null && { to: `tel:${phone}`, label: t('palette.call', { name }) }],
    // The record leads with the next appointment. Only when asked for.
    [
      'cancel',
      verb === 'cancel' && can('User List') && can('Appointment Edit') && { to: paths.user(id), label: t('palette.cancelFor', { name }) },
    ],
    ['messages', can('Appointment List') && { to: paths.messages({ search: name }), label: t('palette.messagesTo', { name }) }],
  ]
  return actions.flatMap(([of, action]) => (action && (verb === undefined || verb === of) ? [action] : []))
}

/** Nothing but a phone number, or a part of one. */
export const isNumber = (text: string): boolean => /^[\d\s()+./-]+$/.test(text)

/** The shortest number that a caller's number can be. */
const minNumberDigits = 7

/** Begins a booking for a caller whose number no record has. */
export const actionsForUnknown = (text: string): Option[] =>
  can('Appointment Create') && isNumber(text) && countDigits(text) >= minNumberDigits
    ? [
        {
          to: paths.book({ new: 'client' }),
          prepare: () => paths.book({ new: keepCallerNumber(text) }),
          label: t('palette.bookForNew'),
          note: text,
        },
      ]
    : []
