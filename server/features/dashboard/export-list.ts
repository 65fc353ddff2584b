import type { Appointment } from '#contract/appointments.ts'
import { languages, type Language } from '#contract/languages.ts'
import { nameSpokenLanguage } from '#contract/spoken-languages.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvLine, csvStart } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamAppointments } from './list-queries.ts'

const columns = ['Reference', 'Start', 'End', 'Time zone', 'Name', 'Phone', 'Kind of support', 'Mentor', 'Place', 'Status', 'Interpreter']

/** A list behind a figure as CSV, streamed. Each person is logged before their line is sent. */
export async function* exportList(
  db: Connection,
  scope: PersonScope,
  wish: Parameters<typeof streamAppointments>[2],
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns)
  for await (const appointments of streamAppointments(db, scope, wish)) {
    await logShown(db, scope, appointments, 'list')
    yield appointments.map(appointment => csvLine(lineOf(appointment, scope.language))).join('')
  }
}

const lineOf = (
  { reference, starts_at, ends_at, time_zone, user, support_type, mentor, place, status, interpreter_language }: Appointment,
  language: Language,
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
  status,
  interpreter_language ? nameSpokenLanguage(interpreter_language, languages[language].locale) : '',
]
