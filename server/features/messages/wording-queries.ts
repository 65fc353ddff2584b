import { sql } from 'kysely'
import { writtenLanguageOf, writtenLanguages, type Language } from '#contract/languages.ts'
import { wordingKinds, type WordingName } from '#contract/message-kinds.ts'
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
import { inheritedWords, type OwnWords } from './letters/choose-words.ts'
import type { Sender } from './letters/write-letter.ts'

/** The newest version of a letter's words in a language; without them it has its standard words. */
interface Version {
  name: string
  language: string
  version: number
  subject: string | null
  body: string | null
  sms: string | null
  at: string
}

const names = Object.keys(wordingKinds) as WordingName[]

export const isWordingName = (name: string): name is WordingName => Object.hasOwn(wordingKinds, name)
const isWritten = (language: string): language is Language => writtenLanguages.some(written => written === language)

const readVersions = defineQuery(
  'newest wordings',
  () =>
    sql<Version>`SELECT DISTINCT ON (language, name) name, language, version, subject, body, sms, at FROM wordings ORDER BY language, name, version DESC`,
)

/** The organisation's own words, by language and letter; the others have their standard words. */
export const readOwnWords = async (db: Connection, _scope: Scope): Promise<OwnWords> => ownWords(await readVersions(db))

function ownWords(versions: readonly Version[]): OwnWords {
  const own: OwnWords = {}
  for (const { name, language, subject, body, sms } of versions)
    if (isWordingName(name) && isWritten(language) && subject !== null && body !== null && sms !== null)
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

/** The words of every letter in a language, as they are now; without a language, in the organisation's own. */
export async function listWordings(db: Connection, scope: Scope, language?: Language): Promise<Wording[]> {
  const [versions, sender] = await Promise.all([readVersions(db), readSender(db, scope)])
  const chosen = language ?? sender.language
  const newest = new Map(versions.filter(version => version.language === chosen).map(version => [version.name, version]))
  const own = ownWords(versions)
  return names.filter(name => isWrittenIn(chosen, name)).map(name => present(name, chosen, { version: newest.get(name), own, sender }))
}

function present(
  name: WordingName,
  language: Language,
  { version, own, sender }: { version: Version | undefined; own: OwnWords; sender: Sender },
): Wording {
  const words = own[language]?.[name]
  const standard = inheritedWords(own, language, name)
  const examples = exampleValues(language, name, sender)
  return {
    name,
    kind: wordingKinds[name],
    language,
    languages: writtenLanguages.filter(code => isWrittenIn(code, name)).map(code => ({ code, reworded: own[code]?.[name] !== undefined })),
    ...(words ?? standard),
    standard: words ? standard : null,
    places: placeholdersOf(name).map(place => ({ name: place.name, example: examples[place.name] ?? '', letter_only: place.letterOnly })),
    changed_at: version?.at ?? null,
    revision: version?.version ?? 0,
  }
}
