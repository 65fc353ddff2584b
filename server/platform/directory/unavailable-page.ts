import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { choosableLanguages, defaultLanguage, languages } from '#contract/languages.ts'
import { contentSecurityPolicy, hashOf } from '../http/content-security-policy.ts'
import { readLanguage } from '../language.ts'
import { refusalsSent } from '../metrics/measures.ts'
import { problemOf, refuse } from '../refusal.ts'

const styles =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{margin:0;padding:10vh 1.5rem}main{max-width:40rem;margin:0 auto}'

/** How long clients wait before they try again: a move takes seconds. */
const [suspendedSeconds, movingSeconds] = [3600, 5]

interface How {
  /** The connection ends with the answer. */
  closing: boolean
  /** The organisation will be back in seconds. */
  moving: boolean
}

/**
 * Answers for an organisation that is suspended or moving: 503 with a page in the reader's language, or a problem
 * document for programs. It names no organisation.
 */
export function sendUnavailablePage(
  { headers, method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { closing, moving }: How,
): void {
  const language = readLanguage(headers, choosableLanguages) ?? defaultLanguage
  const id = randomUUID()
  const retry_after = moving ? movingSeconds : suspendedSeconds
  const problem = problemOf(refuse('unavailable', { message: 'refused.thisSiteIsNotAvailable', retry_after }), id, language)
  const isPage = !url.startsWith('/api/') && (method === 'GET' || method === 'HEAD')
  const { locale, direction } = languages[language]
  // Both texts are the product's own.
  const body = isPage
    ? `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${problem.title}</title><style>${styles}</style></head><body><main><h1>${problem.title}</h1><p>${problem.message}</p></main></body></html>`
    : JSON.stringify(problem)
  // An operator's decision is no fault to be woken for.
  if (moving) refusalsSent.inc({ code: 'unavailable' })
  response
    .writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
      'content-length': Buffer.byteLength(body),
      'content-language': language,
      'content-security-policy': contentSecurityPolicy({ styles: [hashOf(styles)] }),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'retry-after': String(retry_after),
      'x-request-id': id,
      ...(closing && { connection: 'close' }),
    })
    .end(method === 'HEAD' ? undefined : body)
}
