import type { ExpectedMessage } from '#contract/batch.ts'
import { type MessageKind, securityKinds } from '#contract/message-kinds.ts'
import type { MessageWhy } from '#contract/message-why.ts'
import { chooseChannels, type Reachable } from '#domain/messages/channels.ts'
import { availableChannels, type Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'

/**
 * Whether the organisation sends no messages of this kind. Messages about signing in are always sent. `off`: its
 * setting.
 */
export const isSwitchedOff = (kind: MessageKind, off: readonly string[]): boolean =>
  !securityKinds.some(known => known === kind) && off.includes(kind)

/** Why no channel of this site reaches a person. */
export function explainUnreachable(person: Reachable): MessageWhy {
  if (person.channel === 'none') return 'not_wanted'
  return chooseChannels(person, ['sms', 'email']).length > 0 ? 'no_gateway' : 'no_address'
}

/** How a message of this kind would reach each of these people now, by id. Unknown people are missing. */
export async function expectMessages(
  db: Connection,
  _scope: Scope,
  settings: Settings,
  kind: MessageKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExpectedMessage>> {
  if (ids.length === 0) return new Map()
  const { messages_off } = await readSettingsRow(db)
  const people = await db
    .selectFrom('users')
    .select(['id', 'phone', 'email', 'channel', 'erased_at'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  const available = availableChannels(settings)
  const expect = (person: Reachable & { erased_at: unknown }): ExpectedMessage => {
    if (person.erased_at !== null) return { channels: [], why: 'erased' }
    if (isSwitchedOff(kind, messages_off)) return { channels: [], why: 'switched_off' }
    const channels = chooseChannels(person, available)
    return { channels, why: channels.length > 0 ? null : explainUnreachable(person) }
  }
  return new Map(people.map(person => [person.id, expect(person)]))
}
