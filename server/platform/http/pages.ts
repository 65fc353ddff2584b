import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultLanguage, staffLanguageOf, type Language } from '#contract/languages.ts'
import { isStaffPath } from '#contract/pages.ts'
import { refuse } from '../refusal.ts'
import { contentSecurityPolicy, hashOf, placeholder } from './content-security-policy.ts'
import { makeFirstPage, ownStylesId, readInitialData, readTemplate, type Share, variesByLanguage } from './first-page.ts'
import { makeLastKnownReader } from './last-known.ts'
import { sendProblem } from './problems.ts'

/** Sends HTML with a new nonce in place of the placeholder. Not cached, since a nonce is used once. */
export function sendPage(
  reply: FastifyReply,
  html: string,
  { status = 200, scripts = [] as readonly string[], ancestors = [] as readonly string[] } = {},
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .status(status)
    .header('content-security-policy', contentSecurityPolicy({ styles: [`'nonce-${nonce}'`], scripts, ancestors }))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(Buffer.from(html.replaceAll(placeholder, nonce)))
}

/** Headers that browsers read of documents alone, 190 bytes: a page loads dozens of scripts and styles. */
const ofDocuments = ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-frame-options', 'x-request-id']

async function dropDocumentHeaders(_: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (reply.statusCode === 200) for (const name of ofDocuments) reply.removeHeader(name)
  // HTTP/1.1 keeps connections anyway: two more headers of Node's, for 30 files a page.
  reply.raw.removeHeader('connection')
}

/**
 * Serves the built pages: assets for a year (their names contain a hash), the icon for a day, and
 * index.html of the request's language for every path that `findPage` knows by a name, with status 404 for others. Pages
 * for staff are in `staffLanguageOf`, and name the reader's own language in `data-language`.
 * Without a build it serves none. `/embed` alone can be framed, by the websites of `readEmbedOrigins`.
 * `readStyles` is the organisation's own stylesheet, after the product's. `share` keeps the first page and the answers
 * that other pages begin with; by default they are computed each time.
 */
export async function servePages(
  http: FastifyInstance,
  directory: string,
  findPage: (path: string) => string | undefined | Promise<string | undefined>,
  {
    readEmbedOrigins = async () => [],
    readStyles = async () => '',
    share = (_key, compute) => compute(),
  }: { readEmbedOrigins?: () => Promise<readonly string[]>; readStyles?: () => Promise<string>; share?: Share } = {},
): Promise<void> {
  const assets = path.join(directory, 'assets')
  const isBuilt = existsSync(assets)
  if (isBuilt) {
    await http.register(async files => {
      const built = readBuilt(directory).assets
      files.addHook('onRoute', route => void (route.config = { ...route.config, built }))
      files.addHook('onSend', dropDocumentHeaders)
      // One wildcard route: hundreds of routes would slow the start.
      await files.register(fastifyStatic, {
        root: assets,
        prefix: '/assets/',
        // Other names are 404 instead of 403. The scripts of further languages are in folders of theirs.
        allowedPath: name => /^\/?([\w-]+\/)?[\w-][\w.-]*$/.test(name),
        index: false,
        immutable: true,
        maxAge: '365d',
        preCompressed: true,
        // Immutable files need no revalidation and no ranges.
        etag: false,
        lastModified: false,
        acceptRanges: false,
        setHeaders: reply => void reply.setHeader('vary', 'accept-encoding'),
      })
    })
    // Files whose names have no hash.
    await http.register(async files => {
      files.addHook('onSend', dropDocumentHeaders)
      files.addHook('onRequest', async (request, reply) => {
        // Other sites load this script, which says nothing about anyone.
        if (request.routeOptions.url === '/embed.js') reply.header('cross-origin-resource-policy', 'cross-origin')
      })
      await files.register(fastifyStatic, {
        root: directory,
        wildcard: false,
        globIgnore: ['assets/**', '*.html*'],
        index: false,
        maxAge: '1d',
        decorateReply: false,
      })
    })
  }
  const readOwnStyles = makeLastKnownReader(readStyles, '')
  const documents = isBuilt ? readDocuments(http, directory, readOwnStyles, share) : new Map<Language, Document>()
  http.setNotFoundHandler(async (request, reply) => {
    const [address = '/'] = request.url.split('?')
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !address.startsWith('/api/')
    const language = isStaffPath(address) ? staffLanguageOf(request.language) : request.language
    const own = language === request.language ? '' : ` data-language="${request.language}"`
    const found = documents.get(language) ?? documents.get(defaultLanguage)
    if (!wantsPage || !found) return sendProblem(reply, refuse('not_found'))
    const { page, scripts, pageFiles, sendFirst } = found
    if (request.url === '/' && (await sendFirst?.(request, reply))) return reply
    reply.header('vary', variesByLanguage)
    const ancestors = address === '/embed' ? await readEmbedOrigins() : []
    // Browsers that know frame-ancestors ignore it; it cannot name websites.
    if (ancestors.length > 0) reply.removeHeader('x-frame-options')
    const name = await findPage(address)
    const [styles, data] = await Promise.all([
      readOwnStyles(),
      readInitialData(http, share, { language: request.language, ip: request.ip }),
    ])
    const ownStyles = styles && `<style ${ownStylesId} nonce="${placeholder}">${styles}</style>`
    const files = (name && pageFiles[name]) || []
    const html = page
      .replace('<html', `<html${own}`)
      .replace('</head>', () => `${files.map(loadAhead).join('')}${ownStyles}</head>`)
      .replace('<div id="root"', element => `${data}${element}`)
    return sendPage(reply, html, { status: name ? 200 : 404, scripts, ancestors })
  })
}

/** The page of one language as it was built. */
interface Document {
  page: string
  /** The hashes of its inline scripts. */
  scripts: readonly string[]
  /** The names of further files that a page loads, by the page's name. */
  pageFiles: Readonly<Record<string, readonly string[]>>
  sendFirst: ReturnType<typeof makeFirstPage> | undefined
}

/** `index.html`, and `index.<language>.html` of each further language that was built. */
function readDocuments(http: FastifyInstance, directory: string, readStyles: () => Promise<string>, share: Share): Map<Language, Document> {
  const documents = new Map<Language, Document>()
  for (const [language, { template, ...document }] of readBuilt(directory).documents)
    documents.set(language, { ...document, sendFirst: template && makeFirstPage(http, directory, language, template, readStyles, share) })
  return documents
}

interface Built {
  documents: Map<Language, Omit<Document, 'sendFirst'> & { template: ReturnType<typeof readTemplate> }>
  /** The paths of all assets. */
  assets: ReadonlySet<string>
}

/** The files of a build are the same for every organisation, and are kept once: they are megabytes. */
const builtIn = new Map<string, { madeAtMs: number; built: Built }>()

function readBuilt(directory: string): Built {
  const madeAtMs = statSync(path.join(directory, 'index.html')).mtimeMs
  const known = builtIn.get(directory)
  if (known?.madeAtMs === madeAtMs) return known.built
  const documents: Built['documents'] = new Map()
  const assets = readdirSync(path.join(directory, 'assets'), { recursive: true }).map(file => String(file).replaceAll('\\', '/'))
  const built = { documents, assets: new Set(assets) }
  builtIn.set(directory, { madeAtMs, built })
  for (const file of readdirSync(directory)) {
    const name = /^index\.(?:([\w-]+)\.)?html$/.exec(file)
    if (!name) continue
    const language = (name[1] ?? defaultLanguage) as Language
    const template = readTemplate(directory, language)
    documents.set(language, {
      page: readFileSync(path.join(directory, file), 'utf8'),
      scripts: template?.otherScripts.map(hashOf) ?? [],
      pageFiles: template?.pageFiles ?? {},
      template,
    })
  }
  return built
}

/**
 * As Vite would load the file later: it then takes this one. Styles are only loaded, because their order decides
 * which of two equal rules counts, and Vite knows it.
 */
const loadAhead = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'preload" as="style' : 'modulepreload'}" crossorigin href="/${file}">`
