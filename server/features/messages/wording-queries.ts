import { sql } from 'kysely'
import { writtenLanguageOf, writtenLanguages, type Language } from '#contract/languages.ts'
import { letterKinds, type LetterName } from '#contract/message-kinds.ts'
import type { Wording } from '#contract/wordings.ts'
import { defineQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { organisationLanguage } from '../../platform/language.ts'
import type { Scope } from '../../platform/scope.ts'
import { readLegalKeys, readSettingsRow } from '../site/queries.ts'
import { exampleValues } from './letters/make-examples.ts'
import { placeholdersOf } from './letters/check-placeholders.ts'
import { chooseLetterStyle } from './letters/choose-letter-style.ts'
import { isWrittenIn } from './letters/read-letter-texts.ts'
import { inheritedWording, type OwnWordings } from './letters/choose-wording.ts'
import type { Sender } from './letters/write-letter.ts'

/** The newest version of a letter's wording in a language; without texts it has its standard wording. */
interface Version {
  name: string
  language: string
  version: number
  subject: string | null
  body: string | null
  sms: string | null
  at: string
}

const names = Object.keys(letterKinds) as LetterName[]

/** Whether there is a letter of this name. */
export const isLetterName = (name: string): name is LetterName => Object.hasOwn(letterKinds, name)
const isWritten = (language: string): language is Language => writtenLanguages.some(written => written === language)

const readVersions = defineQuery(
  'newest wordings',
  () =>
    sql<Version>`SELECT DISTINCT ON (language, name) name, language, version, subject, body, sms, at FROM wordings ORDER BY language, name, version DESC`,
)

/** The organisation's own wordings, by language and letter; the other letters have their standard wording. */
export const readOwnWordings = async (db: Connection, _scope: Scope): Promise<OwnWordings> => ownWordings(await readVersions(db))

function ownWordings(versions: readonly Version[]): OwnWordings {
  const own: OwnWordings = {}
  for (const { name, language, subject, body, sms } of versions)
    if (isLetterName(name) && isWritten(language) && subject !== null && body !== null && sms !== null)
      own[language] = { ...own[language], [name]: { subject, body, sms } }
  return own
}

/** Who writes, for an example. */
export async function readSender(db: Connection, _scope: Scope): Promise<Sender> {
  const [{ site_name, contact, email_signature: signature, time_zone, locale, ...settings }, legal] = await Promise.all([
    readSettingsRow(db),
    readLegalKeys(db),
  ])
  const language = writtenLanguageOf(organisationLanguage(locale))
  const style = chooseLetterStyle(settings, { preview: true })
  return { name: site_name, contact, signature, legal, time_zone, language, style, origin: 'https://book.example.org' }
}

/** The wording of every letter in a language, as they are now; without a language, in the organisation's own. */
export async function listWordings(db: Connection, scope: Scope, language?: Language): Promise<Wording[]> {
  const [versions, sender] = await Promise.all([readVersions(db), readSender(db, scope)])
  const chosen = language ?? sender.language
  const newest = new Map(versions.filter(version => version.language === chosen).map(version => [version.name, version]))
  const own = ownWordings(versions)
  return names.filter(name => isWrittenIn(chosen, name)).map(name => present(name, chosen, { version: newest.get(name), own, sender }))
}

function present(
  name: LetterName,
  language: Language,
  { version, own, sender }: { version: Version | undefined; own: OwnWordings; sender: Sender },
): Wording {
  const changed = own[language]?.[name]
  const standard = inheritedWording(own, language, name)
  const examples = exampleValues(language, name, sender)
  return {
    name,
    kind: letterKinds[name],
    language,
    languages: writtenLanguages.filter(code => isWrittenIn(code, name)).map(code => ({ code, reworded: own[code]?.[name] !== undefined })),
    ...(changed ?? standard),
    standard: changed ? standard : null,
    places: placeholdersOf(name).map(place => ({ name: place.name, example: examples[place.name] ?? '', letter_only: place.letterOnly })),
    changed_at: version?.at ?? null,
    revision: version?.version ?? 0,
  }
}
