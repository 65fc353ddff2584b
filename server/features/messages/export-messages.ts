import type { Language } from '#contract/languages.ts'
import type { Message, MessagesQuery } from '#contract/messages.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { streamPages } from '../../platform/stream-in-parts.ts'
import { isTextId, say } from '../../platform/text.ts'
import { findMessages } from './list-queries.ts'

const columns = ['created', 'name', 'type', 'state', 'channel', 'recipient', 'appointment', 'settled', 'reason'] as const
const perPage = 100

/**
 * The messages of a filter as CSV, streamed, without their texts. Each person is logged before their line is sent.
 */
export async function* exportMessages(
  db: Connection,
  scope: PersonScope,
  filter: Omit<MessagesQuery, 'after' | 'per_page'>,
): AsyncGenerator<string> {
  yield csvHead(scope.language, columns)
  for await (const messages of streamPages(after => findMessages(db, scope, { ...filter, per_page: perPage }, after))) {
    await logShown(db, scope, messages, 'messages')
    yield messages.map(message => csvLine(lineOf(message, scope))).join('')
  }
}

const lineOf = (
  { created_at, person, kind, state, channel, recipient, appointment, settled_at, why, error }: Message,
  { language }: Scope,
): string[] => [
  created_at,
  person && !person.erased ? person.name : '',
  nameKind(language, kind),
  say(language, `value.message.${state}`),
  channel === null ? '' : say(language, `value.channel.${channel}`),
  recipient ?? '',
  appointment?.reference ?? '',
  settled_at ?? '',
  error ?? (why === null ? '' : say(language, `value.why.${why}`)),
]

/** A newer version may have written kinds that this one does not know. */
function nameKind(language: Language, kind: string): string {
  const id = `value.messageKind.${kind}`
  return isTextId(id) ? say(language, id) : kind
}
