import { auditCalls } from '#contract/audit.ts'
import { isLocalDate } from '#domain/time/local-date.ts'
import { readInstant } from '#domain/time/instant.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuseField } from '../../platform/refusal.ts'
import { findEntries, type LeftOff } from './queries.ts'

/** Who changed what, when and why. */
export function registerAudit(app: App): void {
  handle(app, auditCalls, 'GET /api/audit', async ({ scope, query, platform: { db } }) => {
    for (const field of ['from', 'to'] as const) {
      const date = query[field]
      if (date !== undefined && !isLocalDate(date)) return refuseField(field, 'must be a date in the years 1900 to 2199')
    }
    const leftOff = query.after ? readLeftOff(query.after) : null
    if (query.after && !leftOff) return refuseField('after', 'must be the meta.next of the page before')
    return findEntries(db, scope, query, leftOff)
  })
}

/** `2026-11-24 09:00:00.123456+00_01900000-…`; null for anything else. */
function readLeftOff(text: string): LeftOff | null {
  const [at = '', id = ''] = text.split('_')
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  return isId && readInstant(at.replace(' ', 'T').replace(/\+00$/, 'Z')) ? { at, id } : null
}
