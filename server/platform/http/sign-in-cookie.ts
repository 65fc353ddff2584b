import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'
import { newToken } from '../session-gate.ts'

/**
 * Binds a sign-in at an identity provider to the browser that began it. The names follow those of
 * browser-cookie.ts.
 */
const name = '__Host-openhour-sign-in'
const demoName = 'openhour-sign-in'

/** As long as a sign-in and the registration after it may take. */
const maxAgeSeconds = 30 * 60

const patterns = [name, demoName].map(of => new RegExp(`(?:^|; ?)${of}=([\\w-]{43})(?:;|$)`))

/** The secret of this browser's sign-ins, or null. */
export function readSignInCookie({ headers }: FastifyRequest): string | null {
  for (const pattern of patterns) {
    const secret = pattern.exec(headers.cookie ?? '')?.[1]
    if (secret) return secret
  }
  return null
}

/** Gives the browser the secret, the one it has where it has one: several pages may sign in at once. */
export function ensureSignInCookie(request: FastifyRequest, reply: FastifyReply, { mode }: Settings): string {
  const secret = readSignInCookie(request) ?? newToken()
  const rest = `=${secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
  reply.header('set-cookie', [`${name}${rest}; Secure`, ...(mode === 'demo' ? [demoName + rest] : [])])
  return secret
}
