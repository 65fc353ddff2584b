import { sql } from 'kysely'
import type { Batch } from '#contract/batch.ts'
import type { PreviewedDeactivation } from '#contract/users.ts'
import { logRecordAccess } from '../../platform/access-log-commands.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { presentObstacle, refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseRecordWithoutReason } from '../access-log/reasons/queries.ts'
import { isOpenRecord } from '../people/queries.ts'
import { openAhead } from './queries.ts'

interface Row {
  id: string
  active: boolean
  open: boolean
  managed: boolean
  revision: number
  ahead: NonNullable<PreviewedDeactivation['ahead']>
}

/** What `deactivateSeveral` would do to each person, and what they have ahead. Those people are logged. */
export async function previewDeactivations(db: Connection, scope: PersonScope, users: Batch): Promise<PreviewedDeactivation[]> {
  const { rows } = await sql<Row>`SELECT u.id, u.active, u.revision, ${isOpenRecord('u')} AS open,
      may_manage(${scope.person.id}, u.id) AS managed, ${openAhead(scope)} AS ahead
    FROM users u WHERE u.id = ANY (${users.map(({ id }) => id)}::uuid[])`.execute(db)
  const byId = new Map(rows.map(row => [row.id, row]))
  const previewed: PreviewedDeactivation[] = []
  for (const { id, revision } of users) {
    const row = byId.get(id)
    const refusal = (await refuseRecordWithoutReason(db, scope, id)) ?? refuseDeactivation(row, scope, id, revision)
    previewed.push({ id, problem: refusal && presentObstacle(refusal, scope.language), ahead: refusal ? null : (row?.ahead ?? null) })
  }
  const people = previewed.flatMap(({ id, ahead }) => (ahead ? id : []))
  if (people.length > 0) await logRecordAccess(db, scope, { people }, 'list')
  return previewed
}

/** As `deactivateUser` refuses under its lock. */
function refuseDeactivation(row: Row | undefined, { person }: PersonScope, id: string, revision: number | undefined): Refusal | null {
  if (id === person.id) return refuse('not_yourself')
  if (!row) return refuse('not_found')
  if (!row.managed) return refuse('outranked')
  if (!row.open) return refuse('record_closed')
  return revision !== undefined && revision !== row.revision ? refuse('stale') : null
}
