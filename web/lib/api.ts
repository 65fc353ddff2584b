import type { Calls } from '#contract/calls.ts'
import { rolesHeader } from '#contract/granted.ts'
import { unattendedHeader } from '#contract/session-use.ts'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { updateCacheAfterWrite } from './query-client.ts'
import { offline, refusalOf } from './refusal.ts'
import { expireSession, compareRoles, session } from './session.ts'
import { isAttended, noteUse } from './session-use.ts'

/** The name of a call, such as `'POST /api/appointments'`. */
export type EndpointName = keyof Calls & string
/** The name of a call that changes nothing. */
export type QueryName = Extract<EndpointName, `GET ${string}`>

type Part<Name extends EndpointName, Key extends string> = Calls[Name] extends Record<Key, infer Schema extends z.ZodType> ? Schema : never
/** Required keys come from the schema's input, types from its output (a coerced number is a number). */
type Query<Schema extends z.ZodType> = {
  [Key in keyof z.input<Schema>]: Key extends keyof z.output<Schema> ? z.output<Schema>[Key] : never
}
type Given<Key extends string, Value> = [Value] extends [never]
  ? object
  : object extends Value
    ? { [K in Key]?: Value }
    : undefined extends Value
      ? { [K in Key]?: Value }
      : { [K in Key]: Value }

/** What a call takes, from the contract. */
export type Input<Name extends EndpointName> = Given<
  'params',
  [Part<Name, 'params'>] extends [never] ? never : z.input<Part<Name, 'params'>>
> &
  Given<'query', [Part<Name, 'query'>] extends [never] ? never : Query<Part<Name, 'query'>>> &
  Given<'body', [Part<Name, 'body'>] extends [never] ? never : z.input<Part<Name, 'body'>>>

/** What a call answers, from the contract; a file (`body: null`) comes as a Blob. */
export type ResponseBody<Name extends EndpointName> = Calls[Name]['answer']['body'] extends infer Body
  ? Body extends z.ZodType
    ? z.output<Body>
    : Blob
  : never

interface Options {
  signal?: AbortSignal
  /** For calls that create: see `newIdempotencyKey`. */
  idempotencyKey?: string
  /** Of a login that is not stored yet; otherwise the stored one. */
  token?: string
  /** Multipart uploads (the photo). */
  form?: FormData
}
type Args<Name extends EndpointName> = object extends Input<Name> ? [input?: Input<Name> & Options] : [input: Input<Name> & Options]
type AnyInput = Options & { params?: object; query?: object; body?: unknown }

/**
 * Makes a call of the contract. Throws a `Refusal` for every answer that is not a success, and when none
 * comes (`offline`). There is no timeout: the server answers or refuses within 10 s.
 */
export async function call<Name extends EndpointName>(name: Name, ...[input]: Args<Name>): Promise<ResponseBody<Name>> {
  const { token = session()?.token, ...rest } = (input ?? {}) as AnyInput
  const usedAt = isAttended() ? Date.now() : 0
  const response = await send(name, rest, token)
  if (token && usedAt && response.status !== 401) noteUse(usedAt)
  // my-session itself brings the new roles.
  if (token && token === session()?.token && name !== 'GET /api/my-session') compareRoles(response.headers.get(rolesHeader))
  if (!response.ok) {
    const refusal = await refusalOf(response)
    const unknown = refusal.code === 'unauthenticated' || refusal.code === 'cookie_missing'
    if (unknown && token && token === session()?.token) expireSession(refusal)
    throw refusal
  }
  const json = /json/.test(response.headers.get('content-type') ?? '')
  const answer = (await (json ? response.json() : response.blob()).catch((error: unknown) => {
    // The connection was lost in the middle of the answer.
    throw rest.signal?.aborted ? error : offline()
  })) as ResponseBody<Name>
  if (changesData(name)) updateCacheAfterWrite(answer, { deleted: name.startsWith('DELETE ') })
  return answer
}

/**
 * Previews, looking at an invitation and the options of passkeys change nothing; after a logout there is nothing
 * to refetch.
 */
const changesData = (name: EndpointName) =>
  !name.startsWith('GET ') && !/\/(preview|options|look)$/.test(name) && name !== 'POST /api/logout'

async function send(
  name: EndpointName,
  { body, form, signal, idempotencyKey, ...address }: AnyInput,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (token && !isAttended()) headers[unattendedHeader] = 'true'
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const init: RequestInit = { method: name.slice(0, name.indexOf(' ')), headers }
  if (form) init.body = form
  else if (body !== undefined) init.body = JSON.stringify(body)
  if (signal) init.signal = signal
  try {
    return await fetch(urlOf(name, address), init)
  } catch (error) {
    throw signal?.aborted ? error : offline()
  }
}

/** The address of a call, also for what `call` does not fetch (EventSource). */
export function urlOf(name: EndpointName, { params = {}, query = {} }: { params?: object; query?: object } = {}): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String((params as Record<string, unknown>)[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The cache key of a call; without input it matches every input (for invalidating). */
export const queryKeyOf = (name: QueryName, { params, query }: { params?: object; query?: object } = {}) =>
  params || query ? ([name, { ...params, ...query }] as const) : ([name] as const)

/** A reading call as TanStack query options: `useQuery(queryOptionsOf('GET /api/site'))`. */
export function queryOptionsOf<Name extends QueryName>(name: Name, ...[input]: Args<Name>) {
  return queryOptions<ResponseBody<Name>>({
    queryKey: queryKeyOf(name, input as AnyInput),
    queryFn: ({ signal }) => (call as (name: Name, input: unknown) => Promise<ResponseBody<Name>>)(name, { ...input, signal }),
  })
}

/** A new idempotency key. A form makes one when it opens and uses it for every attempt. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
