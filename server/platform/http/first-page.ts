import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, hashOf, placeholder, scriptHashes } from './content-security-policy.ts'

/** What the pages' build leaves for the server (web/first-page.tsx). */
interface Drawing {
  reads: readonly string[]
  draw: (answers: readonly string[]) => Promise<{ title: string; markup: string; data: string; styles: string }>
}

/** A page ready to be sent: the same for every visitor until one of its answers changes. */
interface Drawn {
  key: string
  policy: string
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>
}

/** If rendering takes longer, the page is rendered in the browser, like all others. */
const renderTimeoutMs = 1000

/**
 * The page at `/` drawn for a visitor, its styles and the answers it is drawn from within it, so that it can be seen before any script has come.
 * It asks for these answers what the browser would ask, in the visitor's name, each time: what an administrator changes is there at the next click.
 */
export function makeFirstPage(http: FastifyInstance, directory: string, page: string) {
  const file = path.join(directory, '../first-page/first-page.js')
  if (!existsSync(file)) return undefined
  const template = prepareTemplate(page, directory)
  let drawing: Promise<Drawing> | undefined
  let last: Drawn | undefined

  const read = async (url: string, { ip }: FastifyRequest) => {
    const { statusCode, body } = await http.inject({ url, remoteAddress: ip })
    return statusCode === 200 ? body : undefined
  }

  const draw = async (request: FastifyRequest): Promise<Drawn | undefined> => {
    drawing ??= import(pathToFileURL(file).href) as Promise<Drawing>
    const { reads, draw: drawMarkup } = await drawing
    const answers = await Promise.all(reads.map(url => read(url, request)))
    if (!answers.every(answer => answer !== undefined)) return undefined
    // The year stands in the footer.
    const key = [new Date().getFullYear(), ...answers].join('\n')
    if (last?.key !== key) last = await fill(template, key, await drawMarkup(answers))
    return last
  }

  /** Sends it, or answers false where it cannot be drawn now. */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const tried = draw(request).catch((error: unknown) => {
      request.log.error({ reqId: request.id, err: error }, 'the first page could not be drawn')
      return undefined
    })
    const drawn = await Promise.race([tried, pause(renderTimeoutMs, undefined, { ref: false })])
    if (!drawn) return false
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    reply
      .header('content-security-policy', drawn.policy)
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    await reply.send(drawn.bodies[encoding])
    return true
  }
}

/**
 * Loads the application after the first paint, so that it does not compete with it; at once in a hidden tab, which is not painted. A button pressed
 * in the meantime is marked, and the application presses it again (web/main.tsx).
 */
const startWhenSeen = (scripts: readonly string[]) => `
      let started = false
      const start = () => {
        if (started) return
        started = true
        for (const src of ${JSON.stringify(scripts)}) {
          const script = document.createElement('script')
          Object.assign(script, { type: 'module', crossOrigin: '', src })
          document.head.append(script)
        }
      }
      try {
        new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
      } catch {
        start()
      }
      setTimeout(start, document.hidden ? 0 : 500)
      addEventListener('click', event => {
        const button = event.target.closest('[data-drawn] button')
        if (!button) return
        document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
        button.dataset.pressed = ''
      })
    `

const moduleScript = /\s*<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/g
const styleLink = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/
const place = '<div id="root"></div>'

interface Template {
  html: string
  styles: string
}

/** The page without nonces (hashes stand for them) and without its stylesheet, which goes into it. */
function prepareTemplate(page: string, directory: string): Template {
  const href = styleLink.exec(page)?.[1]
  if (!href || !page.includes(place)) throw new Error('index.html has no stylesheet or no place for the application')
  const scripts = [...page.matchAll(moduleScript)].map(([, src = '']) => src)
  const html = page
    .replace(/\s*<meta property="csp-nonce"[^>]*>/, '')
    .replaceAll(` nonce="${placeholder}"`, '')
    .replace(styleLink, '<style></style>')
    .replaceAll(moduleScript, '')
    .replace('</body>', () => `<script>${startWhenSeen(scripts)}</script></body>`)
  return { html, styles: readFileSync(path.join(directory, href), 'utf8').trim() }
}

async function fill(template: Template, key: string, drawn: Awaited<ReturnType<Drawing['draw']>>): Promise<Drawn> {
  const styles = template.styles + drawn.styles
  // Replaced by functions: a `$` in them means nothing.
  const html = template.html
    .replace(/<title>[^<]*<\/title>/, () => drawn.title)
    .replace('<style></style>', () => `<style>${styles}</style>`)
    .replace(place, () => `<div id="root" data-drawn>${drawn.markup}</div>${drawn.data}`)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(html), promisify(gzip)(html)])
  const policy = contentSecurityPolicy({ styles: [hashOf(styles)], scripts: scriptHashes(template.html) })
  return { key, policy, bodies: { br, gzip: gz, identity: Buffer.from(html) } }
}

function chooseEncoding(accepted: string | string[] = ''): keyof Drawn['bodies'] {
  const named = new Set(
    String(accepted)
      .split(',')
      .filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map(part => part.split(';')[0]?.trim().toLowerCase()),
  )
  return named.has('br') ? 'br' : named.has('gzip') ? 'gzip' : 'identity'
}
