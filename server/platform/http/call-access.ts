import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { staffLanguageOf } from '#contract/languages.ts'
import { findMissingAbilities } from '#contract/whole-record.ts'
import { withoutZone } from '../network-address.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { mintScope, type Scope } from '../scope.ts'
import type { SessionGate } from '../session-gate.ts'
import { isBrowser } from './browser-cookie.ts'

/** The result of the session lookup. */
export type Found = Awaited<ReturnType<SessionGate>>
type Stranger = 'unauthenticated' | 'cookie_missing'

/**
 * The scope of the request, and the refusal if it has no session. The token identifies the person; a
 * cookie alone does not.
 */
export function openScope(request: FastifyRequest, now: Date, ip: string, found: Found, call: Call): { scope: Scope; stranger: Stranger } {
  const { headers } = request
  const language = (found !== 'cookie_missing' && found?.language) || request.language
  const scope = mintScope({
    person: found === 'cookie_missing' ? null : found,
    now,
    ip: withoutZone(ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    browser: isBrowser(request),
    language: isForStaff(call) ? staffLanguageOf(language) : language,
  })
  return { scope, stranger: found === 'cookie_missing' ? found : 'unauthenticated' }
}

/** As their pages, which a language for clients alone shows in English. */
const isForStaff = ({ access }: Call): boolean => access === 'mentor' || typeof access === 'object'

/**
 * Why the caller may not make this call: 401 without a session, 403 without the ability, or, for a program with a
 * person's token, what the person may but a program may not do.
 */
export const refuseCaller = (call: Call, method: string, { scope, stranger }: { scope: Scope; stranger: Stranger }): Refusal | null =>
  refuseAccess(call, scope, stranger) ?? refuseProgram(call, method, scope)

function refuseAccess({ access }: Call, { person }: Scope, stranger: Stranger): Refusal | null {
  if (access === 'public') return null
  if (!person) return refuse(stranger)
  if (access === 'mentor') return person.isMentor ? null : refuse('not_mentor')
  if (access === 'person') return null
  const missing = findMissingAbilities(person.abilities, [access.ability, ...(access.and ?? [])])
  if (missing.length === 0) return null
  if (!access.and) return refuse('missing_ability')
  return refuse('missing_ability', {
    missing_abilities: missing,
    message: ['refused.yourRolesDoNotInclude', { abilities: { allOf: missing } }],
  })
}

function refuseProgram({ access, byHand }: Call, method: string, { person }: Scope): Refusal | null {
  if (access === 'public' || !person?.program) return null
  if (byHand) return refuse('not_for_programs')
  return person.program === 'read' && method !== 'GET' ? refuse('read_only') : null
}
