import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { jobVisitor, reportTo } from './visit-jobs.ts'
import type { Settings } from './platform/config.ts'
import { openClusterBudgets } from './platform/directory/cluster-budgets.ts'
import { createDirectory, isDirectory } from './platform/directory/directory-schema.ts'
import { type Directory, openDirectory, type Organisation } from './platform/directory/directory.ts'
import { keepOpen, type OpenSite } from './platform/directory/keep-open.ts'
import { directoryId, openOrganisationState } from './platform/directory/organisation-state.ts'
import { createHttp } from './platform/http/app.ts'
import { shutDown } from './platform/http/graceful-shutdown.ts'
import { serveHealth } from './platform/directory/health.ts'
import { sharedLimits, shedLoad } from './platform/http/load-shedding.ts'
import { type StreamLimits, streamLimitsOf } from './platform/http/stream-limits.ts'
import { liveEvents } from './platform/live.ts'
import { secretsWithOlderKey } from './platform/metrics/measures.ts'
import { openJobTurns } from './platform/job-turns.ts'
import { startJobs } from './platform/jobs.ts'
import { KeyFileError, keyFileCommand, readKeyFile } from './platform/secrets/key-file.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import { organisationOpener } from './open-organisation.ts'
import { openSite } from './open-site.ts'
import { listenBacklog, type RunningServer } from './start.ts'

/** How often the directory is read, in ms: a suspended organisation is refused this soon. */
const pollMs = 1000
/** How often the due jobs of an organisation run that is closed, or in which nothing changes, in ms. */
const defaultVisitMs = 60_000
const defaultIdleMs = 10 * 60_000
/** How long an organisation in use stays open at least, in ms: opening one costs more than a request. */
const defaultMinOpenMs = 10_000
/** How often the key file is read, in ms, as in an installation for one organisation. */
const defaultKeysMs = 60_000

/** Jobs that run at the same time, of all organisations together. */
const jobsAtOnce = 4

/** Connections of an open organisation's pools: many are open at once, and a connection keeps the plans of a pool. */
const poolSizes = { builder: 4, priority: 5, lists: 0 }
/** Of one that is opened for its jobs alone. */
const visitorPoolSizes = { builder: 2, priority: 1, lists: 0 }

interface StartOptions {
  settings: Settings
  warnings?: readonly string[]
  /** An organisation without requests for this long is closed, in ms. */
  idleMs?: number
  /** One in use is not closed for another one before it was open this long, in ms. */
  minOpenMs?: number
  /** How often the due jobs of organisations without changes run, in ms. */
  visitMs?: number
  /** How often the key file is read, in ms. */
  keysMs?: number
  /** Of all organisations together. */
  streams?: StreamLimits
}

/** Opens the directory that the settings name, with the key of the installation. */
export async function openInstallation(settings: Settings): Promise<Directory> {
  const { directoryUrl, keyFile } = settings
  if (!directoryUrl)
    throw new Error('OPENHOUR_DIRECTORY_URL is not set: this installation serves one organisation (docs/operations/many-organisations.md).')
  const keys = await readKeyFile(keyFile)
  if (!keys)
    throw new KeyFileError(
      (await isDirectory(directoryUrl))
        ? `The key file ${keyFile} is missing, and the directory is encrypted with it. Put it back from where you keep a copy, or set OPENHOUR_KEY_FILE to where it is.`
        : `The key file ${keyFile} does not exist. Make it with ${keyFileCommand(keyFile)}, and give every server the same one.`,
    )
  const secrets = openSecretBox(keys)
  await createDirectory(directoryUrl, secrets)
  return openDirectory(directoryUrl, secrets)
}

/**
 * Serves the organisations of a directory on one port. Each has a Fastify instance and a platform of its own, opened on
 * the first request for one of its host names and closed when idle. Requests for other hosts get 404, except for
 * health checks and metrics.
 */
export async function serveOrganisations({
  settings,
  warnings = [],
  idleMs = defaultIdleMs,
  minOpenMs = defaultMinOpenMs,
  visitMs = defaultVisitMs,
  keysMs = defaultKeysMs,
  streams = streamLimitsOf(settings),
}: StartOptions): Promise<RunningServer> {
  const directory = await openInstallation(settings)
  const turns = openJobTurns(jobsAtOnce)
  const budgets = openClusterBudgets(settings.clusterConnections)
  const state = openOrganisationState({ countOpen: () => organisations.countOpen(), readUse: budgets.readUse })
  const ending = new AbortController()
  // Every visit that runs listens.
  setMaxListeners(0, ending.signal)
  const organisations = keepOpen({
    idleMs,
    minOpenMs,
    open: organisation => open(organisation),
    onError: (error, { name }, sentence) => http.log.error({ err: error, organisation: name }, sentence),
  })
  const http = await createHttp({ settings, dispatch: organisations.dispatch })
  for (const warning of warnings) http.log.warn(warning)

  const openOrganisation = organisationOpener({
    directory,
    settings,
    log: http.log,
    budgets,
    streams,
    closeOne: organisations.closeOne,
  })
  const open = async (organisation: Organisation): Promise<OpenSite> => {
    const { platform, jobs, log, origin, close } = await openOrganisation(organisation, { poolSizes, prepares: true, closes: 'any' })
    const mounted = await createHttp({ settings: platform.settings, mountedIn: { log } })
    try {
      await openSite({ http: mounted, platform })
      await mounted.ready()
      const running = startJobs(platform, [...jobs, state.job], reportTo(log), { turns, restMs: visitMs })
      for (const event of liveEvents) platform.live.on(event, running.wake)
      const { maxQueueSeconds } = platform.settings
      const serve = (request: IncomingMessage, response: ServerResponse) => {
        if (request.method !== 'GET' && request.method !== 'HEAD') running.wake()
        mounted.routing(request, response)
      }
      const isShuttingDown = () => mounted.shuttingDown
      return {
        origin,
        handle:
          maxQueueSeconds > 0 ? shedLoad(serve, { maxQueueMs: maxQueueSeconds * 1000, isShuttingDown, concurrency: sharedLimits }) : serve,
        prepareShutdown: () => void (mounted.shuttingDown = true),
        endStreams: () => mounted.close(),
        async close() {
          await mounted.close()
          await running.close()
          await close()
        },
      }
    } catch (error) {
      await mounted.close()
      await close()
      throw error
    }
  }

  const visitClosed = jobVisitor({
    turns,
    ending: ending.signal,
    open: async organisation => {
      const opened = await openOrganisation(organisation, { poolSizes: visitorPoolSizes, prepares: false, closes: 'unused' })
      return { ...opened, jobs: [...opened.jobs, state.job] }
    },
    onError: (error, organisation) => {
      state.fail(organisation)
      http.log.error({ err: error, organisation: organisation.name }, 'the jobs of an organisation could not run')
    },
  })

  const poll = async () => {
    const list = await directory.list().catch((error: unknown) => {
      state.update(undefined)
      throw error
    })
    organisations.update(list)
    state.update(list)
  }
  /** Takes a changed key of the installation without a restart. A temporarily missing file changes nothing. */
  const readKeys = async () => {
    const keys = await readKeyFile(settings.keyFile)
    if (keys) directory.useKeys(keys)
    await directory.reseal().finally(async () => secretsWithOlderKey.set(directoryId, await directory.countWithOlderKey()))
  }
  const repeat = async (work: () => Promise<unknown>, everyMs: number, sentence: string) => {
    while (!ending.signal.aborted) {
      await pause(everyMs, undefined, { signal: ending.signal }).catch(() => {})
      if (!ending.signal.aborted) await work().catch((error: unknown) => http.log.error({ err: error }, sentence))
    }
  }
  let loops: Promise<unknown> = Promise.resolve()
  const stop = async ({ atOnce = false } = {}) => {
    ending.abort()
    organisations.prepareShutdown()
    await shutDown(http, atOnce ? 0 : settings.drainSeconds)
    await loops
    await visitClosed.close()
    await organisations.close()
    await directory.close()
  }
  try {
    await readKeys()
    await poll()
    serveHealth(http, settings, state.register)
    http.addHook('preClose', () => organisations.endStreams())
    const address = await http.listen({ port: settings.port, host: settings.host, backlog: listenBacklog })
    loops = Promise.all([
      repeat(poll, pollMs, 'the directory could not be read; the last known list stays in use'),
      repeat(readKeys, keysMs, 'the key file could not be read, or the directory not encrypted with it'),
      repeat(async () => visitClosed.begin(organisations.listClosed()), visitMs, 'closed organisations could not be visited'),
    ])
    return { address, http, stop }
  } catch (error) {
    await stop({ atOnce: true })
    throw error
  }
}
