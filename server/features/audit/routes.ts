import { auditCalls } from '#contract/audit.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { decodeCursor } from '../../platform/cursor.ts'
import { refuseField } from '../../platform/refusal.ts'
import { findEntries } from './queries.ts'

/** Registers the call of the audit log. */
export function registerAudit(app: App): void {
  handle(
    app,
    auditCalls,
    'GET /api/audit',
    async ({ scope, query, platform: { db } }) => {
      for (const field of ['from', 'to'] as const) {
        const date = query[field]
        if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'must be a date in the years 1900 to 2199')
      }
      const cursor = query.after ? decodeCursor(query.after) : null
      if (query.after && !cursor) return refuseField('after', 'must be `meta.next` of the previous page')
      return findEntries(db, scope, query, cursor)
    },
    { replica: 'allowed' },
  )
}
