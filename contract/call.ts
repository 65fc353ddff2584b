import type * as z from 'zod'
import type { ShownPart } from './access-log.ts'
import type { AbilityName } from './abilities.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may make a call. The session gate checks it first. `public`: any caller; a token
 * is used when present. `person`: signed-in callers (else 401). `mentor`: holders of a mentor's role
 * (else 403). An ability: holders of it or of `*` (else 403). `and` lists further required abilities; the
 * refusal names the missing ones.
 */
export type Access = 'public' | 'person' | 'mentor' | { ability: AbilityName; and?: readonly AbilityName[] }

export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

export interface Call {
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /**
   * The success status and the shape of the body; `null` for a body that is not JSON (a file or an event
   * stream).
   */
  answer: { status: 200 | 201; body: z.ZodType | null }
  /** Refusals specific to this call. The common ones (401, 403, 422, 429, 5xx) follow from the fields above. */
  refusals: readonly RefusalCode[]
  /**
   * The call creates something and takes an `Idempotency-Key` header: the same key, path and body give the
   * same response for 24 hours.
   */
  idempotent?: true
  /**
   * The part of other people's records that the response contains. Each of these people is logged before
   * it is sent.
   */
  shows?: ShownPart
  /**
   * Changes credentials, permissions or agreements: only for a person who has logged in, not for a
   * program with their token (403 `not_for_programs`).
   */
  byHand?: true
}

/** Defines the calls of a noun. The key is the call's name in the contract, routes, pages and tests. */
export function defineCalls<const Table extends Record<CallName, Call>>(calls: Table): Table {
  return calls
}
