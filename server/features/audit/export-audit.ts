import type { AuditEntry, AuditQuery } from '#contract/audit.ts'
import { logShown } from '../../platform/access-log-commands.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamPages } from '../../platform/stream-in-parts.ts'
import { findEntries } from './queries.ts'

const columns = ['time', 'who', 'action', 'type', 'name', 'about', 'reason', 'before', 'after'] as const
const perPage = 100

/** The log of a filter as CSV, streamed, latest first. Each person is logged before their line is sent. */
export async function* exportAudit(
  db: Connection,
  scope: PersonScope,
  filter: Omit<AuditQuery, 'after' | 'per_page'>,
): AsyncGenerator<string> {
  yield csvHead(scope.language, columns)
  for await (const entries of streamPages(after => findEntries(db, scope, { ...filter, per_page: perPage }, after))) {
    await logShown(db, scope, entries, 'audit')
    yield entries.map(entry => csvLine(lineOf(entry))).join('')
  }
}

const lineOf = ({ at, actor, action, subject, thing, person, reason, before, after }: AuditEntry): string[] => [
  at,
  actor?.name ?? '',
  action,
  subject,
  thing?.name ?? '',
  person?.name ?? '',
  reason,
  before ? JSON.stringify(before) : '',
  after ? JSON.stringify(after) : '',
]
