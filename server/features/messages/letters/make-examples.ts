import type { Language } from '#contract/languages.ts'
import type { LetterName } from '#contract/message-kinds.ts'
import type { Values } from './fill-template.ts'
import { placeholdersOf } from './check-placeholders.ts'
import { formatTimeRange, formatTime } from './format-time.ts'
import { letterText } from './read-letter-texts.ts'
import type { Content, Sender } from './write-letter.ts'

/** A Tuesday morning in every zone. */
const [starts, ends, until] = ['2030-11-26T10:00:00Z', '2030-11-26T10:30:00Z', '2030-11-25T12:00:00Z'] as const

/** Example values of a letter's placeholders. */
export function exampleValues(language: Language, name: LetterName, sender: Sender): Values {
  const all: Record<string, string> = {
    name: letterText(language, 'example.name'),
    site: sender.name,
    contact: sender.contact,
    zone: sender.time_zone,
    day: formatTime(language, starts, sender.time_zone),
    place: letterText(language, 'example.place'),
    mentor: letterText(language, 'example.mentor'),
    until: formatTime(language, until, sender.time_zone),
    reason: letterText(language, 'example.reason'),
    count: '2',
    title: letterText(language, 'example.title'),
    change: letterText(language, 'signIn.passkey_added'),
    device: letterText(language, 'example.device'),
  }
  const filled = ['zone', ...placeholdersOf(name).map(place => place.name)]
  return Object.fromEntries(filled.map(place => [place, all[place] ?? '']))
}

/** A letter's content with example data. */
export function exampleContent(language: Language, name: LetterName, sender: Sender): Content {
  const values = exampleValues(language, name, sender)
  const rows: [string, string, string][] = [
    ['day', letterText(language, 'common.when'), formatTimeRange(language, starts, ends, sender.time_zone)],
    ['place', letterText(language, 'common.where'), letterText(language, 'example.place')],
    ['mentor', letterText(language, 'common.mentor'), letterText(language, 'example.mentor')],
  ]
  return {
    values,
    facts: name === 'feedbackRequest' ? [] : rows.filter(([place]) => place in values).map(([, label, value]) => [label, value]),
    path: '/my',
    tellsTimes: 'day' in values,
  }
}
