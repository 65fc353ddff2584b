import Negotiator from 'negotiator'
import { choosableLanguages, defaultLanguage, pseudoLanguages, type Language } from '#contract/languages.ts'
import type { Settings } from './config.ts'

/** The languages that people can choose on this site. Pseudo-languages are for tests of the demo. */
export const offeredLanguages = ({ mode }: Pick<Settings, 'mode'>): readonly Language[] =>
  mode === 'demo' ? [...choosableLanguages, ...pseudoLanguages] : choosableLanguages

/** Browsers send few different headers. Beyond this number all are dropped. */
const maxEntries = 500
/** Browsers send fewer characters; the rest of a longer header is not read. */
const maxHeaderLength = 200
const negotiated = new Map<string, Language | undefined>()

/** The offered language that fits best: `de` for `de-AT, en;q=0.8`. Undefined if none does. */
function negotiate(acceptLanguage: string, offered: readonly Language[]): Language | undefined {
  const key = `${acceptLanguage} of ${offered.join()}`
  if (negotiated.has(key)) return negotiated.get(key)
  if (negotiated.size >= maxEntries) negotiated.clear()
  const [best] = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([...offered])
  negotiated.set(key, best as Language | undefined)
  return best as Language | undefined
}

/** The language of a stored locale such as `de` or `en-GB`; undefined if there is none for it. */
export const languageOf = (locale: string, offered: readonly Language[] = choosableLanguages): Language | undefined =>
  negotiate(locale, offered)

/** The organisation's language, of its stored locale. */
export const organisationLanguage = (locale: string): Language => languageOf(locale) ?? defaultLanguage

/** The language of a message to a person: of their own locale, or else of the organisation. */
export const recipientLanguage = (locale: string | null | undefined, organisation: Language): Language =>
  (locale ? languageOf(locale) : undefined) ?? organisation

/** The cookie in which a browser keeps its visitor's choice. Scripts write it (web/lib/language.ts). */
const chosen = /(?:^|; ?)language=([\w-]{2,10})(?:;|$)/

interface Asking {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}

/** The language that a browser or program asks for: the choice stored on the device, then `Accept-Language`. */
export function readLanguage(headers: Asking, offered: readonly Language[]): Language | undefined {
  const choice = chosen.exec(headers.cookie ?? '')?.[1]
  return (
    offered.find(language => language === choice) ??
    (headers['accept-language'] ? negotiate(headers['accept-language'].slice(0, maxHeaderLength), offered) : undefined)
  )
}

const maxAgeMs = 1000

/** The organisation's language as it was at most a second before; English until it is known. */
export function keepOrganisationLanguage(readLocale: () => Promise<string>, offered: readonly Language[]): (nowMs?: number) => Language {
  let known: Language = defaultLanguage
  let readAtMs = -Infinity
  return (nowMs = Date.now()) => {
    if (nowMs - readAtMs > maxAgeMs) {
      readAtMs = nowMs
      readLocale().then(
        locale => (known = languageOf(locale, offered) ?? defaultLanguage),
        () => known,
      )
    }
    return known
  }
}
