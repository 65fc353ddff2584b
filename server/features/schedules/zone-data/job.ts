import { hostname } from 'node:os'
import type { Platform } from '../../../platform/http/platform.ts'
import type { Job } from '../../../platform/jobs.ts'
import { mintScope } from '../../../platform/scope.ts'
import { applyZoneData, type Server } from './commands.ts'

/** At start and then every hour, because an older server may have planned sessions meanwhile. */
export const zoneDataJob: Job = {
  name: 'zone-data',
  everySeconds: 3600,
  run: (platform, ending) => runZoneData(platform, thisServer(platform), ending),
}

/** Two servers on one host listen on different ports. */
const thisServer = ({ clock, settings }: Platform): Server => ({
  server: `${hostname()}:${settings.port}`,
  version: process.versions.tz ?? '',
  startedAt: new Date(clock.now().getTime() - process.uptime() * 1000),
})

/**
 * Records this server's release and derives the instants of future sessions again if needed. One
 * server at a time.
 */
export async function runZoneData({ db, clock }: Pick<Platform, 'db' | 'clock'>, server: Server, ending?: AbortSignal): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await applyZoneData(db, scope, server, ending)
}
