import { sql } from 'kysely'
import { wordingKinds, type WordingName } from '#contract/message-kinds.ts'
import type { Wording, WordingWords } from '#contract/wordings.ts'
import { defineQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { letters } from './letters/en.ts'
import { exampleValues } from './letters/make-examples.ts'
import { placeholdersOf } from './letters/check-placeholders.ts'
import { chooseLetterStyle } from './letters/choose-letter-style.ts'
import type { OwnWords, Sender } from './letters/write-letter.ts'

/** The newest version of a letter's words; without them it has its standard words. */
interface Version {
  name: string
  version: number
  subject: string | null
  body: string | null
  sms: string | null
  at: string
}

const names = Object.keys(wordingKinds) as WordingName[]

export const isWordingName = (name: string): name is WordingName => Object.hasOwn(wordingKinds, name)

export const standardWords = (name: WordingName): WordingWords => {
  const { subject, lead, sms } = letters[name]
  return { subject, body: lead.join('\n\n'), sms }
}

const readVersions = defineQuery(
  'newest wordings',
  () => sql<Version>`SELECT DISTINCT ON (name) name, version, subject, body, sms, at FROM wordings ORDER BY name, version DESC`,
)

/** The organisation's own words, by letter; the others have their standard words. */
export async function readOwnWords(db: Connection, _scope: Scope): Promise<OwnWords> {
  const own: OwnWords = {}
  for (const { name, subject, body, sms } of await readVersions(db))
    if (isWordingName(name) && subject !== null && body !== null && sms !== null) own[name] = { subject, lead: paragraphsOf(body), sms }
  return own
}

export const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '')

/** Who writes, for an example. */
export async function readSender(db: Connection, _scope: Scope): Promise<Sender> {
  const { site_name, contact, time_zone, ...settings } = await readSettingsRow(db)
  return { name: site_name, contact, time_zone, style: chooseLetterStyle(settings, { preview: true }), origin: 'https://book.example.org' }
}

/** The words of every letter, as they are now. */
export async function listWordings(db: Connection, scope: Scope): Promise<Wording[]> {
  const [versions, sender] = await Promise.all([readVersions(db), readSender(db, scope)])
  const newest = new Map(versions.map(version => [version.name, version]))
  return names.map(name => present(name, newest.get(name), sender))
}

function present(name: WordingName, version: Version | undefined, sender: Sender): Wording {
  const standard = standardWords(name)
  const { subject, body, sms } = version ?? {}
  const own = subject && body && sms ? { subject, body, sms } : null
  const examples = exampleValues(name, sender)
  return {
    name,
    kind: wordingKinds[name],
    ...(own ?? standard),
    standard: own && standard,
    places: placeholdersOf(name).map(place => ({ name: place.name, example: examples[place.name] ?? '', letter_only: place.letterOnly })),
    changed_at: version?.at ?? null,
    revision: version?.version ?? 0,
  }
}
