import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../refusal.ts'
import { contentSecurityPolicy, placeholder, scriptHashes } from './content-security-policy.ts'
import { makeFirstPage } from './first-page.ts'
import { sendProblem } from './problems.ts'

/** Sends HTML in which the placeholder stands for this answer's own nonce; never stored, since the nonce is for once. */
export function sendPage(reply: FastifyReply, html: string, { status = 200, scripts = [] as readonly string[] } = {}): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .status(status)
    .header('content-security-policy', contentSecurityPolicy({ styles: [`'nonce-${nonce}'`], scripts }))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(placeholder, nonce))
}

/** Serves the built pages: assets for a year (their names carry their hash), the icon for a day, the page itself for every address that `isPage` knows, 404 with the page otherwise. Without a build, there are none. */
export async function servePages(http: FastifyInstance, directory: string, isPage: (path: string) => boolean): Promise<void> {
  const assets = path.join(directory, 'assets')
  const page = existsSync(assets) ? readFileSync(path.join(directory, 'index.html'), 'utf8') : null
  if (page !== null) {
    // One route for all of them: one for each of the hundreds takes a good part of the start.
    await http.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      // Whatever is no name of a file that was built is not found, rather than refused by the file system's rules.
      allowedPath: name => /^\/?[\w-][\w.-]*$/.test(name),
      index: false,
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      // Nobody asks again for what never changes, nor for a part of it.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: reply => void reply.setHeader('vary', 'accept-encoding'),
    })
    // What keeps its name when it changes.
    await http.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      globIgnore: ['assets/**', 'index.html*'],
      index: false,
      maxAge: '1d',
      decorateReply: false,
    })
  }
  const scripts = page === null ? [] : scriptHashes(page)
  const sendFirst = page === null ? undefined : makeFirstPage(http, directory, page)
  http.setNotFoundHandler(async (request, reply) => {
    const [address = '/'] = request.url.split('?')
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !address.startsWith('/api/') && page !== null
    if (!wantsPage) return sendProblem(reply, refuse('not_found'))
    if (request.url === '/' && (await sendFirst?.(request, reply))) return reply
    return sendPage(reply, page, { status: isPage(address) ? 200 : 404, scripts })
  })
}
