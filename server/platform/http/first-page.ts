import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { initialQueries, writeInitialData } from '#contract/initial-data.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import { inTime } from '../in-time.ts'
import { chooseEncoding } from './accepted-encoding.ts'
import { contentSecurityPolicy, hashOf } from './content-security-policy.ts'
import { pageTimeoutMs } from './last-known.ts'

/** What the pages' build leaves for the server (web/first-page.tsx). */
interface Drawing {
  reads: readonly string[]
  draw: (answers: readonly string[]) => Promise<{ title: string; markup: string; data: string; styles: string }>
}

/** A page ready to be sent: the same for every visitor until one of its answers changes. */
interface Drawn {
  policy: string
  bodies: Record<ReturnType<typeof chooseEncoding>, Buffer>
}

/** What the build leaves for the server (tools/first-page-template.mjs), next to the pages. */
const folder = '../first-page'
const folderOf = (directory: string, language: Language) => path.join(directory, folder, language === defaultLanguage ? '' : language)

/** The page at `/` with the comments `title`, `styles` and `page` for what is drawn. */
interface Template {
  html: string
  /** The application's stylesheet, which goes into the page. */
  styles: string
  /** The texts of the inline scripts. */
  scripts: readonly string[]
  /** The texts of the inline scripts of index.html, which all other pages use. */
  otherScripts: readonly string[]
  /** The names of further files that a page loads, by the page's name (tools/page-files.mjs). */
  pageFiles: Readonly<Record<string, readonly string[]>>
}

/** Undefined without a build. */
export function readTemplate(directory: string, language: Language): Template | undefined {
  const file = path.join(folderOf(directory, language), 'template.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Template) : undefined
}

/** What the language of a page depends on. */
export const variesByLanguage = 'accept-language, cookie'

/** The attribute of the organisation's own stylesheet, which pages replace when it is changed. */
export const ownStylesId = 'id="own-styles"'

interface Asked {
  language: Language
  ip: string
}

/** Computes what visitors see once, until it changes: the same for every visitor. A failure is not kept. */
export type Share = <Result>(key: string, compute: () => Promise<Result>) => Promise<Result>

/** An answer that a page begins with was refused, for example because the database is away. */
class Unanswered extends Error {}

/** What the browser would be answered; rejects if not with 200. */
async function readAnswer(http: FastifyInstance, url: string, { language, ip }: Asked): Promise<string> {
  const { statusCode, body } = await http.inject({ url, remoteAddress: ip, headers: { 'accept-language': language } })
  if (statusCode !== 200) throw new Unanswered(`${url}: ${statusCode}`)
  return body
}

/** The answers that every page but the first brings along, as HTML; empty where they do not come in time. */
export async function readInitialData(http: FastifyInstance, share: Share, asked: Asked): Promise<string> {
  const read = async () => {
    const names = initialQueries.other
    const answers = await Promise.all(names.map(async name => [name, await readAnswer(http, name.slice('GET '.length), asked)] as const))
    return writeInitialData(Object.fromEntries(answers))
  }
  return (
    (await inTime(
      pageTimeoutMs,
      share(`initial data ${asked.language}`, read).catch(() => ''),
    )) ?? ''
  )
}

/** 8 % larger than at 11, Node's default, in 2 ms instead of 70: each organisation compresses its own after each change. */
const brotliQuality = 6

/** The last drawing of each file, of whichever organisation. */
const lastDrawings = new Map<string, Promise<unknown>>()

/**
 * Runs one drawing of a file after another: the application in it renders from a single cache, which would otherwise
 * show one organisation's answers on the page of another.
 */
function drawInTurn<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const drawn = (lastDrawings.get(file) ?? Promise.resolve()).then(work)
  lastDrawings.set(
    file,
    drawn.catch(() => undefined),
  )
  return drawn
}

/**
 * The page at `/` drawn for a visitor in one language, its styles and the answers it is drawn from within it, so
 * that it can be seen before any script has come. It asks for these answers what the browser would ask, in the
 * visitor's name, whenever something that visitors see has changed: it is there at the next click.
 */
export function makeFirstPage(
  http: FastifyInstance,
  directory: string,
  language: Language,
  template: Template,
  readStyles: () => Promise<string>,
  share: Share,
) {
  const file = path.join(folderOf(directory, language), 'first-page.js')
  let drawing: Promise<Drawing> | undefined
  let newest: { key: string; drawn: Promise<Drawn> } | undefined

  const draw = async (ip: string): Promise<Drawn> => {
    drawing ??= import(pathToFileURL(file).href) as Promise<Drawing>
    const { reads, draw: drawMarkup } = await drawing
    const [styles, ...answers] = await Promise.all([readStyles(), ...reads.map(url => readAnswer(http, url, { language, ip }))])
    // The year stands in the footer.
    const key = [new Date().getFullYear(), styles, ...answers].join('\n')
    if (newest?.key === key) return newest.drawn
    const drawn = drawInTurn(file, () => drawMarkup(answers)).then(drawing => fill(template, drawing, styles ?? ''))
    newest = { key, drawn }
    drawn.catch(() => {
      if (newest?.drawn === drawn) newest = undefined
    })
    return drawn
  }

  /** Sends it, or answers false where it cannot be drawn now. */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const tried = share(`first page ${language}`, () => draw(request.ip)).catch((error: unknown) => {
      if (error instanceof Unanswered) return undefined
      request.log.error({ reqId: request.id, err: error }, 'the first page could not be drawn')
      return undefined
    })
    // If rendering takes longer, the page is rendered in the browser, like all others.
    const drawn = await inTime(pageTimeoutMs, tried)
    if (!drawn) return false
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    reply
      .header('content-security-policy', drawn.policy)
      .header('cache-control', 'no-store')
      .header('vary', `accept-encoding, ${variesByLanguage}`)
      .type('text/html; charset=utf-8')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    await reply.send(drawn.bodies[encoding])
    return true
  }
}

async function fill(template: Template, drawn: Awaited<ReturnType<Drawing['draw']>>, ownStyles: string): Promise<Drawn> {
  const styles = template.styles + drawn.styles
  // Replaced by functions: a `$` in them means nothing.
  const html = template.html
    .replace('<!--title-->', () => drawn.title)
    .replace('<!--styles-->', () => `<style>${styles}</style>${ownStyles && `<style ${ownStylesId}>${ownStyles}</style>`}`)
    .replace('<!--page-->', () => `<div id="root" data-drawn>${drawn.markup}</div>${drawn.data}`)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    promisify(gzip)(html),
  ])
  const policy = contentSecurityPolicy({ styles: [styles, ownStyles].filter(Boolean).map(hashOf), scripts: template.scripts.map(hashOf) })
  return { policy, bodies: { br, gzip: gz, identity: Buffer.from(html) } }
}
