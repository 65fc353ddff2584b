import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { checkAddresses, type FetchRefusal, literalAddress, parseAddress } from './check-address.ts'
import { type Address, toBlockList } from './public-address.ts'
import { type Resolve, resolveByDns } from './resolve.ts'

interface Request {
  address: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** From name resolution to the last byte, including redirects. */
  withinMs: number
  /**
   * Maximum number of redirects, each checked like the first address. Undefined: a redirect is returned
   * as the answer.
   */
  redirects?: number
  /**
   * `whole`: a body that is larger, or compressed, is a failure. `beginning`: the body is cut at this
   * size; a compressed one is dropped.
   */
  bodyLimit: { keep: 'whole' | 'beginning'; bytes: number }
}

/** The response, or why there is none. */
export type Fetched =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { ok: false; why: FetchRefusal; detail: string }

/** Fetches addresses that users enter, and refuses private ones (server-side request forgery). */
export interface SafeFetch {
  /** Checks an address without resolving its name; null: acceptable so far. */
  refuse(address: string): FetchRefusal | null
  fetch(request: Request): Promise<Fetched>
}

/** Carries the reason to `fetch`, which returns it. */
class Failed extends Error {
  constructor(
    readonly why: FetchRefusal,
    readonly detail = '',
  ) {
    super(`${why} ${detail}`)
  }
}

/**
 * Fetches public https addresses and the operator's own networks. It resolves a name once, checks every
 * address and connects to one of the checked addresses, so DNS rebinding has no effect. No cookies,
 * credentials, proxy or connection reuse; size and time are limited. ([decision
 * 039](../../../docs/decisions/039-safe-fetch.md))
 */
export function openSafeFetch(privateNetworks: readonly string[], resolve: Resolve = resolveByDns): SafeFetch {
  const networks = toBlockList(privateNetworks)

  /** Parses, resolves and checks an address. */
  async function resolveAndCheck(text: string): Promise<{ url: URL; addresses: Address[] }> {
    const url = parseAddress(text, networks)
    if (typeof url === 'string') throw new Failed(url)
    const literal = literalAddress(url)
    const addresses = literal ? [literal] : await resolve(url.hostname)
    if (addresses.length === 0) throw new Failed('no_such_name')
    const refusal = checkAddresses(url, addresses, networks)
    if (refusal) throw new Failed(refusal)
    return { url, addresses }
  }

  async function follow(request: Request, text: string, redirects: number, signal: AbortSignal): Promise<Fetched> {
    const { url, addresses } = await abortable(resolveAndCheck(text), signal)
    const answer = await send(request, url, addresses, signal)
    const { statusCode: status = 0, headers } = answer
    try {
      if (!isRedirect(status) || request.redirects === undefined) {
        return { ok: true, status, headers, body: await readBody(answer, request.bodyLimit) }
      }
    } finally {
      answer.on('error', () => {}).destroy()
    }
    if (redirects === 0 || headers.location === undefined) throw new Failed('redirected')
    if (!URL.canParse(headers.location, url.href)) throw new Failed('bad_address')
    return follow(request, new URL(headers.location, url).href, redirects - 1, signal)
  }

  return {
    refuse(address) {
      const url = parseAddress(address, networks)
      return typeof url === 'string' ? url : null
    },
    async fetch(request) {
      const signal = AbortSignal.timeout(request.withinMs)
      try {
        return await follow(request, request.address, request.redirects ?? 0, signal)
      } catch (error) {
        const { why, detail } = signal.aborted ? new Failed('timeout') : failureOf(error)
        return { ok: false, why, detail }
      }
    },
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Connects to one of the checked addresses, without another DNS query; resolves with the headers. */
function send({ method, headers, body }: Request, url: URL, addresses: Address[], signal: AbortSignal): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    request(url, {
      method,
      headers: {
        'user-agent': 'Openhour',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
      agent: false,
      lookup,
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new Failed('unreachable', 'closed')))
      .end(body)
  })
}

async function readBody(answer: IncomingMessage, { keep, bytes }: Request['bodyLimit']): Promise<Buffer> {
  const encoded = (answer.headers['content-encoding'] ?? 'identity') !== 'identity'
  if (encoded && keep === 'whole') throw new Failed('encoded')
  if (encoded) return Buffer.alloc(0)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > bytes && keep === 'whole') throw new Failed('too_large')
    if (size >= bytes && keep === 'beginning') break
  }
  return Buffer.concat(parts).subarray(0, bytes)
}

/** A DNS query cannot be cancelled, so this stops waiting for it. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Failed('timeout')), { once: true })
    work.then(resolve, reject)
  })
}

function failureOf(error: unknown): { why: FetchRefusal; detail: string } {
  if (error instanceof Failed) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)
  return { why: certificate ? 'bad_certificate' : 'unreachable', detail: code || message }
}
