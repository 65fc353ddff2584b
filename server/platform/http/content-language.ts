import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCookieSeconds } from '#contract/cookie-age.ts'
import type { Language } from '#contract/languages.ts'
import { keepOrganisationLanguage, offeredLanguages, readLanguage } from '../language.ts'
import type { App } from './platform.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer: of the signed-in person, or else of the request, or of the organisation. */
    language: Language
    /** The same without a signed-in person: what pages come in. */
    deviceLanguage: Language
  }
}

/** Sets the language of the request and of its answer. */
export function setLanguage(request: FastifyRequest, reply: FastifyReply, language: Language): void {
  request.language = language
  reply.header('content-language', language)
}

/**
 * Chooses the language of each request, before any other work: the choice stored on the device, then
 * `Accept-Language`, then the organisation's. A signed-in person's own choice comes before them (handle.ts).
 */
export function chooseLanguages({ http, platform: { settings } }: App, readLocale: () => Promise<string>): void {
  const offered = offeredLanguages(settings)
  const ofOrganisation = keepOrganisationLanguage(readLocale, offered)
  http.addHook('onRequest', (request, reply, done) => {
    const language = readLanguage(request.headers, offered) ?? ofOrganisation()
    request.deviceLanguage = language
    if (request.url.startsWith('/api/')) setLanguage(request, reply, language)
    else request.language = language
    done()
  })
}

/**
 * Stores the language of a person who signs in on the device, so that pages come in it. Scripts read and write it
 * too.
 */
export function keepOnDevice({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, language: Language | undefined): void {
  if (language && language !== request.deviceLanguage)
    reply.header('set-cookie', `language=${language}; Path=/; SameSite=Lax; Max-Age=${maxCookieSeconds}`)
}
