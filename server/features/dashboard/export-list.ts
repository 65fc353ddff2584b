import type { Appointment } from '#contract/appointments.ts'
import { languages } from '#contract/languages.ts'
import { nameSpokenLanguage } from '#contract/spoken-languages.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import { translatePages, type ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { streamAppointments } from './list-queries.ts'

const columns = [
  'reference',
  'start',
  'end',
  'timeZone',
  'name',
  'phone',
  'supportType',
  'mentor',
  'place',
  'status',
  'interpreter',
] as const

/** A list behind a figure as CSV, streamed. Each person is logged before their line is sent. */
export async function* exportList(
  db: Connection,
  scope: PersonScope,
  wish: Parameters<typeof streamAppointments>[2],
  texts: ContentTexts | undefined,
): AsyncGenerator<string> {
  yield csvHead(scope.language, columns)
  for await (const appointments of translatePages(streamAppointments(db, scope, wish), texts)) {
    await logShown(db, scope, appointments, 'list')
    yield appointments.map(appointment => csvLine(lineOf(appointment, scope))).join('')
  }
}

const lineOf = (
  { reference, starts_at, ends_at, time_zone, user, support_type, mentor, place, status, interpreter_language }: Appointment,
  { language }: Scope,
): string[] => [
  reference,
  starts_at,
  ends_at,
  time_zone,
  user.name,
  user.phone ?? '',
  support_type.name,
  mentor.name,
  place.name,
  say(language, `value.appointment.${status}`),
  interpreter_language ? nameSpokenLanguage(interpreter_language, languages[language].locale) : '',
]
