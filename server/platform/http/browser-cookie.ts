import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCookieSeconds } from '#contract/cookie-age.ts'
import type { Settings } from '../config.ts'

/** `__Host-`: browsers accept it from this host only, over https, and no script can overwrite it. */
const name = '__Host-openhour'

/**
 * The name in demo mode, which is served over plain http on this machine: Safari keeps no `Secure` cookie
 * there, and browsers disagree about the prefix.
 */
const demoName = 'openhour'

const patterns = [name, demoName].map(of => new RegExp(`(?:^|; ?)${of}=([\\w-]{43})(?:;|$)`))

/** The secret of the request's cookie, or null. */
export function readCookie(header = ''): string | null {
  for (const pattern of patterns) {
    const secret = pattern.exec(header)?.[1]
    if (secret) return secret
  }
  return null
}

/**
 * Whether the request comes from a browser, which sets this header itself; pages cannot remove it. Over
 * plain http to another machine browsers omit it, but they would not keep the cookie there either.
 */
export const isBrowser = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] !== undefined

/** Sets the browser's cookie to this secret, which is renewed whenever a page asks who is logged in; null removes it. */
export function setCookie(reply: FastifyReply, { mode }: Settings, secret: string | null): void {
  const rest = `=${secret ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${secret === null ? 0 : maxCookieSeconds}`
  reply.header('set-cookie', [`${name}${rest}; Secure`, ...(mode === 'demo' ? [demoName + rest] : [])])
}
