import { zoneDataCalls } from '#contract/zone-data.ts'
import { handle } from '../../../platform/http/handle.ts'
import type { App } from '../../../platform/http/platform.ts'
import { readZoneData } from './queries.ts'

/** Routes of time zone data: the releases in use, and the changes by newer data. */
export function registerZoneData(app: App): void {
  handle(app, zoneDataCalls, 'GET /api/zone-data', ({ scope, platform: { db } }) => readZoneData(db, scope))
}
