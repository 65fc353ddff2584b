import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Address, listOf } from './addresses.ts'
import { judgeAddresses, literalOf, readAddress, type Unfetched } from './judge-address.ts'
import { type Resolve, resolveByDns } from './resolve.ts'

interface Request {
  address: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** From the first look at the name to the last byte, redirects included, in milliseconds. */
  withinMs: number
  /** How many redirects are followed, each judged like the first address; without it they are an answer like others. */
  redirects?: number
  /** `whole`: a body that is larger than so many bytes, or compressed, is a failure. `beginning`: so much of it is enough, and nothing of a compressed one. */
  bodyLimit: { keep: 'whole' | 'beginning'; bytes: number }
}

export type Fetched =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer }
  | { ok: false; why: Unfetched; detail: string }

/** Fetches what people of the product typed in, and goes nowhere else than they may lead it. */
export interface SafeFetch {
  /** What is wrong with an address as it is written; null: nothing, as far as can be seen without looking up its name. */
  refuse(address: string): Unfetched | null
  fetch(request: Request): Promise<Fetched>
}

/** What is the matter, on its way to the answer. */
class Failed extends Error {
  constructor(
    readonly why: Unfetched,
    readonly detail = '',
  ) {
    super(`${why} ${detail}`)
  }
}

/**
 * For addresses that people type in: https in the public net alone, and the operator's own networks. It looks a name up once, judges every address of it, and connects to one of those; a name that leads elsewhere a moment
 * later is not asked again. No cookies, no passwords, no proxy, no connection kept; bounded in size and time. ([decision 039](../../../docs/decisions/039-addresses-that-people-type-in.md))
 */
export function openSafeFetch(privateNetworks: readonly string[], resolve: Resolve = resolveByDns): SafeFetch {
  const networks = listOf(privateNetworks)

  /** Where an address leads, judged. */
  async function lead(text: string): Promise<{ url: URL; addresses: Address[] }> {
    const url = readAddress(text, networks)
    if (typeof url === 'string') throw new Failed(url)
    const literal = literalOf(url)
    const addresses = literal ? [literal] : await resolve(url.hostname)
    if (addresses.length === 0) throw new Failed('no_such_name')
    const refused = judgeAddresses(url, addresses, networks)
    if (refused) throw new Failed(refused)
    return { url, addresses }
  }

  async function follow(request: Request, text: string, redirects: number, signal: AbortSignal): Promise<Fetched> {
    const { url, addresses } = await beforeAbort(lead(text), signal)
    const answer = await ask(request, url, addresses, signal)
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
      const url = readAddress(address, networks)
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

/** Sends it to one of these addresses, whatever the name says by now; answers when the headers are there. */
function ask({ method, headers, body }: Request, url: URL, addresses: Address[], signal: AbortSignal): Promise<IncomingMessage> {
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

/** Looking up a name cannot be called off, only not waited for. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Failed('timeout')), { once: true })
    work.then(resolve, reject)
  })
}

function failureOf(error: unknown): { why: Unfetched; detail: string } {
  if (error instanceof Failed) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)
  return { why: certificate ? 'bad_certificate' : 'unreachable', detail: code || message }
}
