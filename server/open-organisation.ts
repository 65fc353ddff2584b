import type { FastifyBaseLogger } from 'fastify'
import { migrate } from '#database/migrate.ts'
import { claimMode } from '#database/mode.ts'
import { openOrganisationSecrets } from './features/secrets/open-secrets.ts'
import { openSystemClock } from './platform/clock.ts'
import { readOrganisationSettings, type Settings } from './platform/config.ts'
import type { PoolSizes } from './platform/database/connection.ts'
import type { openClusterBudgets } from './platform/directory/cluster-budgets.ts'
import { type Directory, keysOf, type Organisation } from './platform/directory/directory.ts'
import type { Closable } from './platform/directory/keep-open.ts'
import type { Platform } from './platform/http/platform.ts'
import type { StreamLimits } from './platform/http/stream-limits.ts'
import type { Job } from './platform/jobs.ts'
import { openPlatform } from './platform/open-platform.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import { listJobs } from './open-site.ts'

interface Surroundings {
  directory: Directory
  /** Of the installation. */
  settings: Settings
  log: FastifyBaseLogger
  budgets: ReturnType<typeof openClusterBudgets>
  streams: StreamLimits
  /** Closes an organisation of the cluster for another one; answers false where none may be closed. */
  closeOne: (cluster: string, closable: Closable) => Promise<boolean>
}

/** An organisation whose platform is open, without a server. */
export interface OpenOrganisation {
  platform: Platform
  jobs: readonly Job[]
  log: FastifyBaseLogger
  /** Its address. */
  origin: string
  /** Releases its database. */
  close(): Promise<void>
}

/** How an organisation is opened. */
interface Purpose {
  poolSizes: PoolSizes
  /** Migrates and checks the database, also where this process has done it for this revision. */
  prepares: boolean
  /** Which others are closed where connections are lacking. */
  closes: Closable
}

/** The settings and keys of one organisation. Rejects if its settings are not valid. */
export async function readOrganisation(directory: Directory, shared: Settings, { id, hosts }: Pick<Organisation, 'id' | 'hosts'>) {
  const { databaseUrl, settings: variables, keys } = await directory.readSecrets(id)
  const read = readOrganisationSettings(shared, { databaseUrl, variables })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const settings: Settings = { ...read, origin: read.origin ?? `https://${hosts[0]}` }
  return { url: databaseUrl, settings, keys: keysOf(keys) }
}

/**
 * Returns a function that opens an organisation's platform, with connections of its cluster's budget. It rejects
 * within 2 s where there are none.
 */
export function organisationOpener({ directory, settings: shared, log: logOfAll, budgets, streams, closeOne }: Surroundings) {
  /** The revision of each organisation that was prepared, by id. */
  const prepared = new Map<string, number>()

  /** Takes the connection that prepares the database and then listens. */
  const reserve = async (cluster: string, url: string, closes: Closable) => {
    const { primary, replica } = await budgets.find(cluster, url)
    while (!primary.canReserve() && (await closeOne(cluster, closes)));
    const shares = { primary: primary.openShare(), replica: replica.openShare() }
    return { shares, release: await shares.primary.reserve() }
  }

  return async (organisation: Organisation, { poolSizes, prepares, closes }: Purpose): Promise<OpenOrganisation> => {
    const { id, name, cluster, revision } = organisation
    const log = logOfAll.child({ organisation: name })
    const { url, settings, keys } = await readOrganisation(directory, shared, organisation)
    const { shares, release } = await reserve(cluster, url, closes)
    try {
      if (prepares || prepared.get(id) !== revision) {
        await migrate(url, undefined, { isPoolingChecked: true, allowsNewer: true })
        if ((await claimMode(url, 'production')) !== 'production') throw new Error('the database belongs to a demo')
        await openOrganisationSecrets(url, keys, { share: shares.primary })
        prepared.set(id, revision)
      }
      const clock = openSystemClock()
      const { platform, close } = await openPlatform(url, {
        organisation: id,
        clock,
        settings,
        secrets: openSecretBox(keys),
        poolSizes,
        shares,
        streams,
        onError: error => log.warn({ err: error }, 'database connection lost'),
      })
      const readKeys = async () => keysOf((await directory.readSecrets(id)).keys)
      const origin = settings.origin ?? ''
      return {
        platform,
        jobs: listJobs(settings, { clock, log, origin, readKeys }),
        log,
        origin,
        close: () => close().finally(release),
      }
    } catch (error) {
      release()
      throw error
    }
  }
}
