import { sql } from 'kysely'
import type { ExpectedMessage, Obstacle } from '#contract/batch.ts'
import { availableChannels, type Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { decideDelivery, type DeliveryDecision, rulesOf } from './delivery-decision.ts'
import { readFacts } from './facts/queries.ts'
import type { LeasedMessage } from './outbox-commands.ts'
import type { UnsentCode } from './present.ts'
import { unsentReason } from './queries.ts'

interface PreviewedResend {
  id: string
  problem: Obstacle | null
  message: ExpectedMessage | null
}

/** What `resendSeveral` would do to each message, and what would become of it now. */
export async function previewResends(db: Connection, scope: Scope, settings: Settings, ids: readonly string[]): Promise<PreviewedResend[]> {
  const { rows } = await sql<Omit<LeasedMessage, 'tried_since' | 'lease'> & { unsent: UnsentCode | null }>`
    SELECT o.id, o.kind, o.user_id, o.appointment_id, o.detail, o.attempts, o.why, o.via, ${unsentReason} AS unsent
    FROM outbox o LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ANY (${ids}::uuid[])`.execute(db)
  const sendable = rows.filter(({ unsent }) => unsent === null)
  const facts = await readFacts(
    db,
    scope,
    sendable.map(row => ({ ...row, tried_since: scope.now.toISOString(), lease: '' })),
  )
  const rules = rulesOf(await readSettingsRow(db))
  const decided = new Map(facts.map(one => [one.message.id, decideDelivery(one, scope.now, rules, availableChannels(settings))]))
  const found = new Map(rows.map(row => [row.id, row]))
  return ids.map(id => {
    const row = found.get(id)
    const code = row ? row.unsent : 'not_found'
    if (code !== null) return { id, problem: presentObstacle(refuse(code), scope.language), message: null }
    return { id, problem: null, message: presentDecision(decided.get(id)) }
  })
}

/** A message that waits for the end of quiet hours is sent by a channel that is chosen then. */
function presentDecision(decision: DeliveryDecision | undefined): ExpectedMessage | null {
  if (decision?.action === 'send') return { channels: decision.channels, why: null }
  return decision && 'why' in decision ? { channels: [], why: decision.why } : null
}
