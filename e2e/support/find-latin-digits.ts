import type { Page } from '@playwright/test'

/** Numbers that are the same in every language: of phones, references, addresses, versions, colours and hashes. */
const codes = [
  /\+?\d[\d\s]{7,}\d/g,
  // The end of a number that a message went to.
  /… ?\d{2,4}/g,
  // Currencies that were replaced.
  /^.*\([A-Z]{3}\)$/g,
  /[\w.+-]+@[\w.-]+/g,
  /https?:\/\/\S+/g,
  /#[\da-f]{3,6}\b/gi,
  /\b[A-Z\d]{4}(?:-[A-Z\d]{4})+\b/g,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g,
  /\b[\da-f]{32,}\b/g,
  /\b\d+(?:\.\d+){3}\b/g,
  /\bSHA-256\b/g,
  /\b2xx\b/g,
]

/** Texts outside of `[lang]` and code with figures 0–9 that are not what people typed (`keepContent`). */
export async function findLatinDigits(page: Page): Promise<string[]> {
  const { texts, content } = await page.evaluate(() => {
    const skipped = 'script, style, noscript, pre, code, textarea, [lang]:not(html)'
    const found = new Set<string>([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(skipped)) found.add(node.nodeValue?.trim() ?? '')
    return { texts: [...found], content: (window as unknown as { content?: unknown[] }).content ?? [] }
  })
  const typed = stringsIn(content)
    .filter(text => /\p{L}/u.test(text) && /\d/.test(text) && !/^\d{4}-\d\d-\d\d/.test(text))
    .toSorted((one, other) => other.length - one.length)
  return texts.filter(text => {
    const plain = text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')
    if (typed.some(one => one === plain || (/\p{L}{4}/u.test(plain) && one.includes(plain)))) return false
    const withoutTyped = typed.reduce((left, one) => left.replaceAll(one, ' '), plain)
    return /\d/.test(codes.reduce((left, code) => left.replaceAll(code, ' '), withoutTyped))
  })
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
