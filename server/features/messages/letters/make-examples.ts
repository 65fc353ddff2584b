import type { WordingName } from '#contract/message-kinds.ts'
import { commonTexts, signInChanges } from './en.ts'
import type { Values } from './fill-template.ts'
import { placeholdersOf } from './check-placeholders.ts'
import { formatTimeRange, formatTime } from './format-time.ts'
import type { Content, Sender } from './write-letter.ts'

/** A Tuesday morning in every zone. */
const [starts, ends, until] = ['2030-11-26T10:00:00Z', '2030-11-26T10:30:00Z', '2030-11-25T12:00:00Z'] as const

/** Example values of a letter's placeholders. */
export function exampleValues(name: WordingName, sender: Sender): Values {
  const all: Record<string, string> = {
    name: 'Robin Example',
    site: sender.name,
    contact: sender.contact,
    zone: sender.time_zone,
    day: formatTime(starts, sender.time_zone),
    place: 'Room 2',
    mentor: 'Alex Mentor',
    until: formatTime(until, sender.time_zone),
    reason: 'The room cannot be used that day.',
    count: '2',
    title: 'How we work together',
    change: signInChanges.passkey_added,
    device: 'Chrome on Android',
  }
  const filled = ['zone', ...placeholdersOf(name).map(place => place.name)]
  return Object.fromEntries(filled.map(place => [place, all[place] ?? '']))
}

/** A letter's content with example data. */
export function exampleContent(name: WordingName, sender: Sender): Content {
  const values = exampleValues(name, sender)
  const rows: [string, string, string][] = [
    ['day', commonTexts.when, formatTimeRange(starts, ends, sender.time_zone)],
    ['place', commonTexts.where, 'Room 2'],
    ['mentor', commonTexts.mentor, 'Alex Mentor'],
  ]
  return {
    values,
    facts: name === 'feedbackRequest' ? [] : rows.filter(([place]) => place in values).map(([, label, value]) => [label, value]),
    path: '/my',
    tellsTimes: 'day' in values,
  }
}
