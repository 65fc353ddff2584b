import { auditCalls } from '#contract/audit.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { sendCsv } from '../../platform/http/send-csv.ts'
import { decodeCursor } from '../../platform/cursor.ts'
import { refuseField, type Refusal } from '../../platform/refusal.ts'
import { exportAudit } from './export-audit.ts'
import { findEntries } from './queries.ts'

/** Registers the calls of the audit log. */
export function registerAudit(app: App): void {
  handle(
    app,
    auditCalls,
    'GET /api/audit/export',
    async ({ scope, query, platform: { db }, http }) =>
      refuseDates(query) ?? sendCsv(http.reply, scope, 'audit', exportAudit(db, scope, query)),
  )

  handle(
    app,
    auditCalls,
    'GET /api/audit',
    async ({ scope, query, platform: { db } }) => {
      const refusal = refuseDates(query)
      if (refusal) return refusal
      const cursor = query.after ? decodeCursor(query.after) : null
      if (query.after && !cursor) return refuseField('after', 'field.mustBeMetaNextOfThe')
      return findEntries(db, scope, query, cursor)
    },
    { replica: 'allowed' },
  )
}

function refuseDates(query: { from?: string | undefined; to?: string | undefined }): Refusal | null {
  for (const field of ['from', 'to'] as const) {
    const date = query[field]
    if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'field.mustBeADateInThe')
  }
  return null
}
