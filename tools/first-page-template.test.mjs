import { expect, test } from 'vitest'
import { makeFirstPageTemplate } from './first-page-template.mjs'

const page = `<!doctype html>
<html lang="en"><head>
    <script nonce="__CSP_NONCE__">early(1 < 2 && "a")</script>
    <title>Appointments</title>
    <meta property="csp-nonce" nonce="__CSP_NONCE__">
    <script type="module" crossorigin src="/assets/a.js" nonce="__CSP_NONCE__"></script>
    <script type="module" crossorigin src="/assets/b.js" nonce="__CSP_NONCE__"></script>
    <link rel="stylesheet" crossorigin href="/assets/app.css" nonce="__CSP_NONCE__">
    <link rel="preload" as="font" href="/assets/font.woff2" crossorigin nonce="__CSP_NONCE__">
  </head><body>
    <div id="root"></div>
    <noscript>This site’s times need JavaScript.</noscript>
  </body></html>`

test('leaves places for what the server draws, names inline scripts, and loads the application later', () => {
  const template = makeFirstPageTemplate(page, address => `content of ${address}\n`)
  const start = template.scripts[1] ?? ''
  expect(start).toContain('["/assets/a.js","/assets/b.js"]')
  expect(template.otherScripts).toEqual(['early(1 < 2 && "a")'])
  expect(template.scripts).toEqual(['early(1 < 2 && "a")', start])
  expect(template.styles).toBe('content of /assets/app.css')
  expect(template.html).toBe(`<!doctype html>
<html lang="en"><head>
    <script>early(1 < 2 && "a")</script>
    <!--title-->
    <!--styles-->
    <link rel="preload" as="font" href="/assets/font.woff2" crossorigin>
  </head><body>
    <!--page-->
    <noscript>This site’s times need JavaScript.</noscript>
  <script>${start}</script></body></html>`)
})

test.each([
  ['stylesheet', /<link rel="stylesheet"[^>]*>/, 'index.html has 0 of link, not one'],
  ['place for the application', '<div id="root"></div>', 'index.html has 0 of div, not one'],
])('refuses a page without a %s', (_, part, message) => {
  expect(() => makeFirstPageTemplate(page.replace(part, ''), () => '')).toThrow(message)
})
