import { recordAccessCalls } from '#contract/record-access.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { recordReason } from './commands.ts'

/** Reasons for opening records. */
export function registerRecordAccess(app: App): void {
  handle(app, recordAccessCalls, 'POST /api/record-access', async ({ scope, body, platform: { db } }) => recordReason(db, scope, body), {
    personLimit: { max: 120, minutes: 15 },
  })
}
