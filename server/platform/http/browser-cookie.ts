import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../config.ts'

/** `__Host-`: browsers accept it from this host only, over https, and no script can overwrite it. */
const name = '__Host-openhour'

/**
 * The same secret once more, in the demo only: it is served over plain http on this machine, where Safari keeps no `Secure` cookie and
 * browsers disagree about the prefix.
 */
const demoName = 'openhour'

/** 400 days, the longest that browsers keep a cookie. Restarted whenever a page asks who is logged in. */
const maxAgeSeconds = 400 * 24 * 60 * 60

const patterns = [name, demoName].map(of => new RegExp(`(?:^|; ?)${of}=([\\w-]{43})(?:;|$)`))

/** The secret of the cookie that a request carries, or null. */
export function readCookie(header = ''): string | null {
  for (const pattern of patterns) {
    const secret = pattern.exec(header)?.[1]
    if (secret) return secret
  }
  return null
}

/**
 * Whether a browser asks: it sets this header itself, and no page can take it away. Over plain http to another machine browsers leave it out; there they would
 * not keep the cookie either.
 */
export const isBrowser = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] !== undefined

/** Gives a browser the cookie with this secret, or, with null, takes it away. */
export function setCookie(reply: FastifyReply, { mode }: Settings, secret: string | null): void {
  const rest = `=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secret === null ? 0 : maxAgeSeconds}`
  reply.header('set-cookie', [`${name}${rest}; Secure`, ...(mode === 'demo' ? [demoName + rest] : [])])
}
