import type { Message, MessagesQuery } from '#contract/messages.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvLine, csvStart } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamPages } from '../../platform/stream-in-parts.ts'
import { findMessages } from './list-queries.ts'

const columns = ['Created', 'Name', 'Type', 'State', 'Channel', 'Recipient', 'Appointment', 'Settled', 'Reason']
const perPage = 100

/**
 * The messages of a filter as CSV, streamed, without their texts. Each person is logged before their line is sent.
 */
export async function* exportMessages(
  db: Connection,
  scope: PersonScope,
  filter: Omit<MessagesQuery, 'after' | 'per_page'>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns)
  for await (const messages of streamPages(after => findMessages(db, scope, { ...filter, per_page: perPage }, after))) {
    await logShown(db, scope, messages, 'messages')
    yield messages.map(message => csvLine(lineOf(message))).join('')
  }
}

const lineOf = ({ created_at, person, kind, state, channel, recipient, appointment, settled_at, why, error }: Message): string[] => [
  created_at,
  person && !person.erased ? person.name : '',
  kind,
  state,
  channel ?? '',
  recipient ?? '',
  appointment?.reference ?? '',
  settled_at ?? '',
  error ?? why ?? '',
]
