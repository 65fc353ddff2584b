import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { Call, CallName } from '#contract/call.ts'
import type { Refusal } from '../refusal.ts'
import type { CallLimit, Limit } from '../request-limits.ts'
import type { PersonScope, Scope } from '../scope.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Platform } from './platform.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Field<C, Name extends string> = C extends { [K in Name]: infer Value } ? Value : undefined

/** The validated and authorised input of a handler. */
export interface CallInput<C extends Call> {
  scope: C['access'] extends 'public' ? Scope : PersonScope
  params: Output<Field<C, 'params'>>
  query: Output<Field<C, 'query'>>
  body: Output<Field<C, 'body'>>
  platform: Platform
  /** The request's `Idempotency-Key`, if the call accepts one and it was sent. Only for `handlesIdempotency`. */
  idempotencyKey: IdempotencyKey | null
  /** Only for uploads, files and streams. */
  http: { request: FastifyRequest; reply: FastifyReply }
}

/** What a handler returns: the body of the contract, or the reply if it sends a file or a stream itself. */
export type CallAnswer<C extends Call> = C['answer']['body'] extends z.ZodType ? z.input<C['answer']['body']> : FastifyReply

/** How a call is served, beyond what its contract says. */
export interface CallOptions<C extends Call> {
  /**
   * Runs before body validation: whether the resource exists for this person. Another person's is 404,
   * whatever the body.
   */
  exists?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<boolean>
  /** Runs after `exists` and before body validation: why this person may not open the resource. */
  refuse?: (input: Pick<CallInput<C>, 'scope' | 'params' | 'platform'>) => Promise<Refusal | null>
  /** A public response that depends on the URL and the language only: computed once until data changes. */
  shared?: C['access'] extends 'public' ? true : never
  /**
   * The organisation's texts, or only the notes of sessions, are answered as they were written, for their editors,
   * whatever the caller's language.
   */
  content?: 'originals' | 'original notes'
  /** The handler may read from the replica: a list that no decision depends on. */
  replica?: 'allowed'
  /** The handler carries out each `idempotencyKey` once by itself; `runIdempotently` does it for all others. */
  handlesIdempotency?: true
  /** In addition to the limit for all requests. */
  limit?: CallLimit
  /** Per signed-in person, for all addresses and tokens together. */
  personLimit?: Limit
  /** Exempt from the limit for all requests, for calls that one program sends in large numbers. */
  unlimited?: boolean
}

/** Stands for every call where its types do not matter any more. */
type AnyCall = Call & { access: 'public' }

/** A handler and its options without the types of one call. */
export type AnyHandler = (input: CallInput<AnyCall>) => Promise<unknown>

/** What the steps of a request know of its call. */
export interface CallRoute {
  name: CallName
  method: string
  call: Call
  platform: Platform
  options: CallOptions<AnyCall>
}
