import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { sendRawProblem } from '../http/raw-problem.ts'
import { countHosts } from '../http/local-only.ts'
import type { Organisation } from './directory.ts'
import { readHostName } from './host-name.ts'
import { sendUnavailablePage } from './unavailable-page.ts'

/** One organisation's own server within this process, which does not listen. */
export interface OpenSite {
  /** Its address, without a slash at the end. */
  origin: string
  handle(request: IncomingMessage, response: ServerResponse): void
  /** From now on responses close their connections, and readiness fails. */
  prepareShutdown(): void
  /** Ends its streams; requests in progress go on. */
  endStreams(): Promise<void>
  /** Waits for its running jobs and releases its database. */
  close(): Promise<void>
}

interface Options {
  open: (organisation: Organisation) => Promise<OpenSite>
  onError: (error: unknown, organisation: Organisation, sentence: string) => void
  /** An organisation without requests for this long is closed. */
  idleMs: number
  /** An organisation in use stays open this long at least, although others lack its connections. */
  minOpenMs: number
}

/** Which organisations of a cluster may be closed for another one. */
export type Closable = 'unused' | 'any'

interface Site {
  opening: Promise<OpenSite>
  /** Once it is open. */
  open: OpenSite | undefined
  /** Requests in progress, streams among them. */
  users: number
  begunAtMs: number
  /** When a request last began or ended. */
  usedAtMs: number
}

interface Entry {
  organisation: Organisation
  site: Site | undefined
  /** Of the site before, which is not opened again before it is closed. */
  closing: Promise<void>
  failedAtMs: number
}

/** After a failed opening, requests are refused at once for this long. */
const failurePauseMs = 1000
/** The wait for requests in progress before streams are ended, and after it. */
const [graceMs, maxDrainMs] = [2000, 10_000]
const retryAfterSeconds = 2

/**
 * Keeps the organisations of a directory that are in use open in this process. Requests choose theirs by the `Host`
 * header alone; nothing is shared between two of them.
 */
export function keepOpen({ open, onError, idleMs, minOpenMs }: Options) {
  const entries = new Map<string, Entry>()
  const byHost = new Map<string, Entry>()
  const retiring = new Set<Promise<void>>()
  let shuttingDown = false

  const begin = (entry: Entry): Site => {
    const opening = entry.closing.then(() => open(entry.organisation))
    const now = performance.now()
    const site: Site = { opening, open: undefined, users: 0, begunAtMs: now, usedAtMs: now }
    entry.site = site
    opening.then(
      opened => {
        site.open = opened
        if (shuttingDown) opened.prepareShutdown()
      },
      (error: unknown) => {
        if (entry.site === site) entry.site = undefined
        entry.failedAtMs = performance.now()
        onError(error, entry.organisation, 'an organisation could not be opened')
      },
    )
    return site
  }

  /** No further request reaches the site; it is closed when those in progress are done. */
  const retire = (entry: Entry): Promise<void> => {
    const { site } = entry
    if (!site) return entry.closing
    entry.site = undefined
    const closed = closeSite(site).catch((error: unknown) => onError(error, entry.organisation, 'an organisation could not be closed'))
    entry.closing = closed
    retiring.add(closed)
    void closed.then(() => retiring.delete(closed))
    return closed
  }

  const handle = (opened: OpenSite, request: IncomingMessage, response: ServerResponse) => {
    if (readHostName(request.headers.host) === new URL(opened.origin).hostname) return opened.handle(request, response)
    response.writeHead(308, { location: `${opened.origin}${request.url}`, 'content-length': 0, 'cache-control': 'no-store' }).end()
  }

  const serve = (entry: Entry, request: IncomingMessage, response: ServerResponse): void => {
    if (entry.organisation.state !== 'active')
      return sendUnavailablePage(request, response, { closing: shuttingDown, moving: entry.organisation.state === 'moving' })
    const refuse = () => sendRawProblem(response, 'unavailable', { retryAfterSeconds, closing: shuttingDown })
    if (!entry.site && performance.now() - entry.failedAtMs < failurePauseMs) return refuse()
    const site = entry.site ?? begin(entry)
    site.users += 1
    site.usedAtMs = performance.now()
    response.once('close', () => {
      site.users -= 1
      site.usedAtMs = performance.now()
    })
    if (site.open) return handle(site.open, request, response)
    site.opening.then(
      opened => handle(opened, request, response),
      () => {
        if (!response.headersSent) refuse()
      },
    )
  }

  const closeIdle = () => {
    const latest = performance.now() - idleMs
    for (const entry of entries.values()) if (entry.site?.open && entry.site.users === 0 && entry.site.usedAtMs < latest) void retire(entry)
  }
  const sweeping = setInterval(closeIdle, Math.max(50, Math.min(5000, idleMs / 4))).unref()

  return {
    /** Answers false where the request is for no organisation of the directory, or names several hosts. */
    dispatch(request: IncomingMessage, response: ServerResponse): boolean {
      const host = readHostName(request.headers.host)
      // A target such as http://other.example.org/ names a site as well.
      const isClear = countHosts(request) === 1 && request.url?.startsWith('/')
      const entry = host !== undefined && isClear ? byHost.get(host) : undefined
      if (entry) serve(entry, request, response)
      return entry !== undefined
    },

    /** Takes over what the directory lists now. Sites that have changed, or may not answer any more, are closed. */
    update(organisations: readonly Organisation[]): void {
      const gone = new Set(entries.keys())
      byHost.clear()
      for (const organisation of organisations) {
        gone.delete(organisation.id)
        const entry = entries.get(organisation.id) ?? { organisation, site: undefined, closing: Promise.resolve(), failedAtMs: -Infinity }
        entries.set(organisation.id, entry)
        const isSame = organisation.revision === entry.organisation.revision && organisation.state === 'active'
        entry.organisation = organisation
        if (!isSame) {
          entry.failedAtMs = -Infinity
          void retire(entry)
        }
        for (const host of organisation.hosts) byHost.set(host, entry)
      }
      for (const id of gone) {
        const entry = entries.get(id)
        entries.delete(id)
        if (entry) void retire(entry)
      }
    },

    /** The active organisations that are not open. */
    listClosed: (): Organisation[] =>
      [...entries.values()]
        .filter(({ organisation, site }) => !site && organisation.state === 'active')
        .map(({ organisation }) => organisation),

    /**
     * Closes the organisation of a cluster that was used longest ago, one without requests where there is any;
     * answers false where there is none. `any`: visitors with open pages would otherwise keep all others closed for as
     * long as they like. Their pages open their streams again.
     */
    async closeOne(cluster: string, closable: Closable): Promise<boolean> {
      const latest = performance.now() - minOpenMs
      const [longest] = [...entries.values()]
        .flatMap(entry => (entry.site?.open && entry.organisation.cluster === cluster ? [{ entry, site: entry.site }] : []))
        .filter(({ site }) => site.users === 0 || (closable === 'any' && site.begunAtMs <= latest))
        .toSorted((one, other) => Number(one.site.users > 0) - Number(other.site.users > 0) || one.site.usedAtMs - other.site.usedAtMs)
      if (longest) await retire(longest.entry)
      return longest !== undefined
    },

    countOpen: (): number => [...entries.values()].filter(({ site }) => site?.open).length,

    prepareShutdown(): void {
      shuttingDown = true
      for (const { site } of entries.values()) site?.open?.prepareShutdown()
    },

    async endStreams(): Promise<void> {
      await Promise.all([...entries.values()].map(({ site }) => site?.open?.endStreams()))
    },

    /** After the server has stopped listening. */
    async close(): Promise<void> {
      clearInterval(sweeping)
      for (const entry of entries.values()) void retire(entry)
      await Promise.all(retiring)
    },
  }
}

async function closeSite(site: Site): Promise<void> {
  const opened = await site.opening.catch(() => undefined)
  if (!opened) return
  await waitUnused(site, graceMs)
  await opened.endStreams()
  await waitUnused(site, maxDrainMs)
  await opened.close()
}

async function waitUnused(site: Site, maxMs: number): Promise<void> {
  const latest = performance.now() + maxMs
  while (site.users > 0 && performance.now() < latest) await pause(10)
}
