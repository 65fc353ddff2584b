import type { z } from 'zod'
import type { ShownPart } from './access-log.ts'
import type { AbilityName } from './abilities.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may make a call (product rules §4). The server's gate reads this before anything else:
 * `public` anybody, a token is used when it is there; `person` whoever is signed in (else 401); `mentor` a holder of a mentor's role (else 403);
 * an ability: whoever holds it or `*` (else 403). `and` lists abilities that are needed as well; the refusal names what is missing.
 */
export type Access = 'public' | 'person' | 'mentor' | { ability: AbilityName; and?: readonly AbilityName[] }

export type CallName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`

export interface Call {
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** What comes back: one success status and its shape; `null` for a body that is not JSON (a file, an event stream, an upload's page). */
  answer: { status: 200 | 201; body: z.ZodType | null }
  /** The refusals that belong to this call alone. Those that every call can give (401, 403, 422, 429, 5xx) follow from the fields above. */
  refusals: readonly RefusalCode[]
  /** The call creates something and takes an `Idempotency-Key` header: the same key and body give the same answer for 24 hours. */
  idempotent?: true
  /** What the answer shows of other people's records; everyone in it is logged before it is sent. */
  shows?: ShownPart
  /**
   * Decides who gets in, what people may do or what they agree to: only for a person who has logged in, not for a program with a token of theirs (403
   * `not_for_programs`).
   */
  byHand?: true
}

/** Names a noun's calls. The key is the call's name everywhere: contract, route, page and test. */
export function defineCalls<const Table extends Record<CallName, Call>>(calls: Table): Table {
  return calls
}
