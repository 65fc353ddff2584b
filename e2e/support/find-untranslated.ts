import type { Page } from '@playwright/test'
import { signLanguages, spokenLanguages } from '#contract/spoken-languages.ts'

/** Words that Intl writes: the pseudo-languages have the formats of English. */
const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month)))
const partsOf = (date: Date, style: 'long' | 'short') =>
  new Intl.DateTimeFormat('en-GB', { weekday: style, month: style, timeZone: 'UTC' }).formatToParts(date).map(({ value }) => value)
const ofIntl = new Set([
  ...[...days, ...days.slice(0, 7).map((_, day) => new Date(Date.UTC(2026, 0, 1 + day)))].flatMap(date =>
    (['long', 'short'] as const).flatMap(style => partsOf(date, style)),
  ),
  ...'and or at in ago now today tomorrow yesterday minute minutes hour hours day days week weeks month months'.split(' '),
  ...'UTC GMT BST CET CEST kB MB'.split(' '),
])

/** Keeps what the API answers to the page or the page brings along: what people typed is no text of ours. */
export async function keepContent(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const content: unknown[] = ((window as unknown as { content?: unknown[] }).content = [])
    const { json, text } = Response.prototype
    const keep = (body: string) => {
      try {
        content.push(JSON.parse(body))
      } catch {
        // Not JSON.
      }
    }
    Response.prototype.json = async function () {
      const body: unknown = await json.call(this)
      content.push(body)
      return body
    }
    Response.prototype.text = async function () {
      const body = await text.call(this)
      keep(body)
      return body
    }
    document.addEventListener('DOMContentLoaded', () => keep(document.getElementById('initial-data')?.textContent ?? ''))
  })
}

/** Codes such as `entered-in-error` are ours; all else has a capital, a space, a digit or another sign. */
function stringsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /[A-Z\s@./\d]/.test(value) || /^(?:word|key|server)$/.test(key) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => stringsIn(inner, name))
}

/** What the page shows or reads out, with what it knows: answers, stored data, and names that Intl has. */
const readPage = (page: Page) =>
  page.evaluate(spoken => {
    const skipped = 'script, style, noscript, pre, code, [lang]:not(html)'
    const texts = new Set([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(skipped)) texts.add(node.nodeValue?.trim() ?? '')
    for (const element of document.querySelectorAll('body *'))
      for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'placeholder', 'alt'])
        texts.add(element.getAttribute(name)?.trim() ?? '')
    const stored = [...document.querySelectorAll('script[type="application/json"]')].map(({ textContent }) => textContent)
    const { content = [] } = window as unknown as { content?: unknown[] }
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const regions = letters.flatMap(one => letters.map(other => one + other))
    const named = (type: 'region' | 'currency' | 'language', codes: readonly string[], style: 'long' | 'short' = 'long') => {
      const names = new Intl.DisplayNames('en-GB', { type, style, fallback: 'none' })
      return codes.flatMap(code => names.of(code) ?? [])
    }
    const currencies = Intl.supportedValuesOf('currency')
    return {
      texts: [...texts],
      known: [content, ...[...stored, localStorage.getItem('user')].flatMap(text => (text ? [JSON.parse(text) as unknown] : []))],
      names: [
        ...named('region', regions),
        ...named('region', regions, 'short'),
        ...named('currency', currencies),
        ...currencies,
        ...named('language', spoken),
      ],
    }
  }, spokenLanguages)

/** Texts on the page, and those that are read out, that have plain letters and are not content. */
export async function findUntranslated(page: Page): Promise<string[]> {
  const { texts, known, names } = await readPage(page)
  const strings = known.flatMap(value => stringsIn(value))
  const cities = strings.flatMap(text => /^[A-Z]\w+(?:\/\w+)+$/.exec(text)?.[0].split('/').at(-1)?.replaceAll('_', ' ') ?? [])
  const accepted = [...new Set([...strings, ...cities, ...names, ...Object.values(signLanguages), new URL(page.url()).host])]
  const longestFirst = accepted.filter(text => text.length > 1).toSorted((one, other) => other.length - one.length)
  return texts.flatMap(text => {
    const plain = text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    if (!/[A-Za-z]{2}/.test(plain) || accepted.some(one => one.includes(plain))) return []
    // Answers hold references without the dash; and a short text of an answer may be a part of one.
    const withoutReferences = plain.replaceAll(/\b[A-Z\d]{4}-[A-Z\d]{4}\b/g, ' ')
    const rest = longestFirst.reduce((left, one) => left.replaceAll(one, ' '), withoutReferences)
    const words = (rest.match(/(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/gu) ?? []).filter(word => !ofIntl.has(word))
    return words.length > 0 ? [`“${text.slice(0, 90)}” is not translated: ${words.join(' ')}`] : []
  })
}
