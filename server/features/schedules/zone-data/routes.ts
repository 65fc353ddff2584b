import { zoneDataCalls } from '#contract/zone-data.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { readZoneData } from './queries.ts'

/** Which time zone data are in use, and what newer data changed. */
export function registerZoneData(app: App): void {
  handle(app, zoneDataCalls, 'GET /api/zone-data', ({ scope, platform: { db } }) => readZoneData(db, scope))
}
