import { renderToReadableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Markdown } from './markdown.tsx'

/** The rendered HTML, after the parser has loaded. */
async function draw(text: string): Promise<string> {
  const stream = await renderToReadableStream(<Markdown text={text} />)
  await stream.allReady
  return new Response(stream).text()
}

it('draws what Markdown is for', async () => {
  expect(await draw('# About\n\nWrite to [us](mailto:us@example.org), *soon*.')).toMatch(
    /<h3>About<\/h3>\s*<p>Write to <a href="mailto:us@example.org">us<\/a>, <em>soon<\/em>\.<\/p>/,
  )
})

it.each([
  ['![a clock](https://elsewhere.invalid/seen.png)', 'a clock'],
  ['![a clock][1]\n\n[1]: https://elsewhere.invalid/seen.png', 'a clock'],
  ['[![a clock](https://elsewhere.invalid/seen.png)](https://example.org)', 'a clock'],
  ['![a clock](data:image/svg+xml,<svg/onload=alert(1)>)', 'a clock'],
  ['<img src="https://elsewhere.invalid/seen.png">', '&lt;img'],
])('fetches no picture: %s', async (text, shown) => {
  const html = await draw(text)
  expect(html).toContain(shown)
  expect(html).not.toMatch(/<(img|picture|svg|object|iframe)|srcset|<link/)
})

it.each(['[x](javascript:alert(1))', '[x](JaVaScRiPt:alert(1))', '[x](data:text/html,y)', '[x](vbscript:y)', '<javascript:alert(1)>'])(
  'leads nowhere but to http, https and mail: %s',
  async text => expect(await draw(text)).not.toMatch(/href="(?!(https?|mailto):)[^"]/),
)

it.each(['<script>alert(1)</script>', '<b onclick="alert(1)">x</b>', '<style>*{display:none}</style>', '<form action="/x"><input></form>'])(
  'leaves tags as they were written: %s',
  async text => expect(await draw(text)).not.toMatch(/<(script|b|style|form|input)[\s>]/),
)
