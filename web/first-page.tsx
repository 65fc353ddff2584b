import { initialQueries, writeInitialData } from '#contract/initial-data.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { DomUtils, parseDocument } from 'htmlparser2'
import { renderToString } from 'react-dom/server'
import { Application } from './application.tsx'
import { setInitialData, type InitialData } from './lib/initial-data.ts'
import { t } from './lib/messages.ts'
import { queryClient } from './lib/query-client.ts'
import { makeRouter } from './router/router.tsx'
import { titleOf } from './ui/page.tsx'

/** The addresses whose answers the page is rendered from. */
export const reads: readonly string[] = initialQueries.first.map(name => name.slice('GET '.length))

/**
 * The page at `/` as a visitor sees it, as HTML for the place of the application; built for the server, which
 * knows it only by these two exports. `answers` are the bodies of `reads`, in their order. Inline styles would be
 * refused by the Content-Security-Policy: they come back as `styles`.
 */
export async function draw(answers: readonly string[]): Promise<{ title: string; markup: string; data: string; styles: string }> {
  const bodies = Object.fromEntries(initialQueries.first.map((name, index) => [name, answers[index] ?? 'null']))
  const known = Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, JSON.parse(body)])) as InitialData
  queryClient.clear()
  setInitialData(known)
  const router = makeRouter(createMemoryHistory({ initialEntries: ['/'] }))
  await router.load()
  const { html, styles } = liftStyles(renderToString(<Application router={router} />))
  queryClient.clear()
  const title = renderToString(<title>{titleOf(t('booking.title'), known['GET /api/site'].site_name)}</title>)
  return { title, markup: html, data: writeInitialData(bodies), styles }
}

/**
 * Moves each `style` attribute into a rule of a stylesheet, whose number the element keeps. Everything else
 * stays as React has escaped it.
 */
function liftStyles(html: string): { html: string; styles: string } {
  const document = parseDocument(html, { decodeEntities: false })
  const numbers = new Map<string, number>()
  for (const { attribs } of DomUtils.findAll(element => 'style' in element.attribs, document.children)) {
    const { style = '' } = attribs
    const number = numbers.get(style) ?? numbers.size
    numbers.set(style, number)
    delete attribs.style
    attribs['data-style'] = String(number)
  }
  // `<` could end the style element.
  const rules = [...numbers].map(([style, number]) => `[data-style="${number}"]{${style.replaceAll('<', '\\3c ')}}`)
  return { html: DomUtils.getOuterHTML(document, { encodeEntities: false }), styles: rules.join('') }
}
