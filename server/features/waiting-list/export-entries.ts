import { languages } from '#contract/languages.ts'
import { nameSpokenLanguage } from '#contract/spoken-languages.ts'
import type { WaitingEntry, WaitingFilter } from '#contract/waiting-list.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvHead, csvLine, csvYesNo } from '../../platform/csv.ts'
import { translatePages, type ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { streamEntries } from './queries.ts'

const columns = [
  'name',
  'phone',
  'supportType',
  'mentor',
  'place',
  'language',
  'interpreter',
  'firstDay',
  'lastDay',
  'waitingSince',
  'position',
  'state',
] as const

/** The waiting list of a filter as CSV, streamed. Each person is logged before their line is sent. */
export async function* exportEntries(
  db: Connection,
  scope: PersonScope,
  filter: WaitingFilter,
  texts: ContentTexts | undefined,
): AsyncGenerator<string> {
  yield csvHead(scope.language, columns)
  for await (const entries of translatePages(streamEntries(db, scope, filter), texts)) {
    await logShown(db, scope, entries, 'waiting')
    yield entries.map(entry => csvLine(lineOf(entry, scope))).join('')
  }
}

const lineOf = (
  { user, support_type, mentor, place, language: wanted, interpreter, from_date, to_date, created_at, ahead, state }: WaitingEntry,
  { language }: Scope,
): string[] => [
  user.name,
  user.phone ?? '',
  support_type.name,
  mentor?.name ?? '',
  place?.name ?? '',
  wanted ? nameSpokenLanguage(wanted, languages[language].locale) : '',
  interpreter === null ? '' : csvYesNo(language, interpreter),
  from_date,
  to_date,
  created_at,
  ahead === null ? '' : String(ahead + 1),
  say(language, `value.waiting.${state}`),
]
