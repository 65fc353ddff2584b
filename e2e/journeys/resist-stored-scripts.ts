import type { Page } from '@playwright/test'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { callNames, calls } from '#contract/calls.ts'
import { readDemoIds, type DemoIds } from '../support/demo-ids.ts'
import { mark, storeHostileTexts } from '../support/hostile-texts.ts'
import { keepLogin, logIn } from '../support/people.ts'
import { routesFor, visitors, type Visitor } from '../support/routes.ts'
import { startProduct, type RunningProduct } from '../support/start-product.ts'
import { expect, test } from '../support/test.ts'

// Scripts stored in every text that the API takes stay texts on every page and for every role: nothing of them
// runs, and nothing of them even gets so far that the Content-Security-Policy has to refuse it (which the console
// would say, and fail the test).

// One after the other, so that they share a product of their own.
test.describe.configure({ mode: 'default' })

let product: RunningProduct
let ids: DemoIds
let filled: Set<string>
test.beforeAll(async () => {
  product = await startProduct()
  ids = await readDemoIds(product.url)
  filled = await storeHostileTexts(product.url, ids)
})
test.afterAll(() => product.stop())

/** No words of anybody's: proven forms (numbers, codes, secrets) and names of zones. */
const noWords = new Set([
  'phone',
  'contact_phone',
  'code',
  'password',
  'current_password',
  'time_zone',
  'repeat',
  'starts_at',
  'ends_at',
  'booking_opens_at',
])
const tickets = new Set(['join_ticket', 'registration_ticket', 'login_ticket', 'setup_token', 'token', 'provider_ticket'])
/** Stored where another call stores the same, or shown as another's are. */
const asElsewhere = [
  'PUT /api/settings embed_origins', // nothing but addresses of websites
  'PUT /api/translations/{id} texts.field', // nothing but names of fields
  'POST /api/places holiday_region', // nothing but codes that the server lists
  'PUT /api/places/{id} holiday_region',
  'POST /api/confirm/identity name', // compared and not stored
  'POST /api/confirm/identity email', // likewise
  'POST /api/login email', // compared and not stored
  'POST /api/login/confirm/passkey name', // needs an authenticator; shown as the name of a token
  'POST /api/login/confirm/passkey credential.response.transports', // likewise; never shown
  'POST /api/my-profile/passkeys name',
  'POST /api/my-profile/passkeys credential.response.transports',
  'PUT /api/my-profile/passkeys/{id} name',
  'POST /api/login/provider/{id} invitation', // a link's secret; not stored
  'POST /api/login/provider/confirm error', // an identity provider's; not stored
  'POST /api/login/provider/confirm iss',
  'POST /api/login/provider/confirm state', // a ticket
  'POST /api/login/provider/register name', // as POST /api/register
  'POST /api/setup name', // as POST /api/register
  'POST /api/invitations name', // as POST /api/users
  'POST /api/invitations email', // likewise
  'POST /api/invitations/preview text', // not stored
  'POST /api/invitations/batch text', // as POST /api/invitations
  'POST /api/invitation/accept name', // as POST /api/register
  'POST /api/appointments/{id}/excuse reason', // as POST /api/appointments/{id}/status
  'POST /api/reassigning reason', // as POST /api/appointments/{id}/status
  'POST /api/waiting-list/{id}/accept questions', // as POST /api/appointments
  'POST /api/messages/receipts/gateway reason', // needs the gateway's key, and here is no gateway; shown where a mail server's words are
]

test('every text field has a hostile text', () => {
  const words = callNames
    .filter(name => !name.startsWith('GET'))
    .flatMap(name => wordsOf(calls[name]).map(field => `${name} ${field}`))
    .filter(field => !asElsewhere.includes(field))
  expect([...filled].toSorted()).toEqual(words.toSorted())
})

/**
 * All pages take a minute: `npm run check -- --only build,hostility`. Some of each kind of text are looked at
 * always.
 */
const everyPage = process.env.LOOK_CLOSELY === 'yes'
const central: Partial<Record<Visitor, RegExp>> = {
  visitor: /^\/(mentors)?$/,
  client: /^\/my\/(my-profile|sign-in|appointments\/.*)$/,
  mentor: /^\/mentor$/,
  administrator: /^\/admin\/(users\/[-\da-f]+|audit|legally-binding-contract\/[-\da-f]+)$/,
}

/** Pages without stored texts. Every other page must show some, so that none passes by being late or empty. */
const wordless = new RegExp(
  `^/(${[
    '401',
    'setup',
    'invitation',
    'signed-in',
    'emergency',
    'my/data', // accepted and opened before there were any
    'my/acceptances/.*', // accepted before there were any
    'admin(/reassign|/messages|/invitations|/acceptances/.*)?',
    'admin/(users|roles|role-assign|legally-binding-contract|feedbacks)/create',
  ].join('|')})$`,
)
const hasNoWords = (who: Visitor, route: string) =>
  wordless.test(route) ||
  (who !== 'client' && ['/feedback', '/my/waiting', '/my/sign-in'].includes(route)) ||
  // Says which ability is missing.
  (who === 'frontDesk' && /^\/admin\/(users\/[-\da-f]+\/\w+|role-assign|feedbacks|translations|appointments\/.*\/feedbacks)\b/.test(route))

/** Printed, they are other pages. */
const printedBy = (who: Visitor): string[] => {
  if (who === 'mentor') return [`/mentor/appointment/${ids.schedule}`]
  if (who !== 'administrator') return []
  return [`/admin/question-print/${ids.appointment}`, `/admin/schedules/${ids.schedule}/appointments`]
}

for (const who of visitors.filter(who => everyPage || central[who])) {
  test(`no stored script runs for the ${who}`, async ({ page }) => {
    const ran = await hearWhatRuns(page)
    if (who !== 'visitor') await keepLogin(page, await logIn(product.url, who))
    const opened = routesFor(who, ids).flatMap(([route, landing]) => (landing === null ? [route] : []))
    for (const route of opened.filter(route => everyPage || central[who]?.test(route))) {
      await page.goto(`${product.url}${route}`)
      await expectHarmless(page, `${who} at ${route}`, hasNoWords(who, route) ? 'body' : 'main')
    }
    await page.emulateMedia({ media: 'print' })
    for (const route of printedBy(who)) {
      await page.goto(`${product.url}${route}`)
      await expectHarmless(page, `${who} prints ${route}`, 'main')
    }
    expect(ran).toEqual([])
  })
}

test('no stored script of a translation runs for a reader of German', async ({ page }) => {
  const ran = await hearWhatRuns(page)
  await page.context().addCookies([{ name: 'language', value: 'de', url: product.url }])
  await page.goto(product.url)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expectHarmless(page, 'a reader of German', 'main')
  expect(ran).toEqual([])
})

test('the server-rendered first page contains no stored script', async ({ page }) => {
  const html = await (await page.request.get(`${product.url}/`)).text()
  expect(html).toContain(mark)
  expect(html).not.toMatch(/<(img|svg|iframe|script)[^>]*>?\s*ran\(|<(img|svg|iframe)[^>]+(onerror|onload|srcdoc)|href="javascript/i)
})

test.describe('it would be seen if a page wrote one of them as HTML:', () => {
  test('is refused with a message in the console, and its elements are found', async ({ page, allowConsole }) => {
    allowConsole(/Content Security Policy|404 \(Not Found\)/)
    await page.goto(`${product.url}/mentors`)
    const refused = page.waitForEvent('console', message => /Content Security Policy/.test(message.text()))
    await writeTextAsHtml(page)
    await refused
    await expect(expectHarmless(page, 'with a sink', 'main')).rejects.toThrow(/onerror/)
  })

  test.describe('without the policy', () => {
    test.use({ bypassCSP: true })
    test('runs and is detected', async ({ page, allowConsole }) => {
      allowConsole(/./)
      const ran = await hearWhatRuns(page)
      await page.goto(`${product.url}/mentors`)
      await writeTextAsHtml(page)
      await expect.poll(() => ran.length).toBeGreaterThan(0)
    })
  })
})

/** What calls `ran` from now on. */
async function hearWhatRuns(page: Page): Promise<unknown[]> {
  const ran: unknown[] = []
  await page.exposeFunction(mark.slice(0, -1), (what: unknown) => void ran.push(what))
  return ran
}

/** The mistake that all this is about, in an element that shows such a text. */
async function writeTextAsHtml(page: Page): Promise<void> {
  const shown = page.locator('main').getByText(mark).last()
  await shown.evaluate(element => {
    element.innerHTML = element.textContent
  })
}

/**
 * Nothing active of a stored text is on the page; there is one within `where`: the site's name stands around every
 * page's `main`.
 */
async function expectHarmless(page: Page, what: string, where: 'main' | 'body'): Promise<void> {
  await expect(page.locator('h1'), what).toHaveCount(1)
  await expect(page.getByText('Loading', { exact: true }), what).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]'), what).toHaveCount(0)
  await expect(page.getByText('This couldn’t be loaded'), what).toHaveCount(0)
  await expect.poll(() => page.locator(where).innerHTML(), what).toContain(mark)
  const active = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap(element =>
      /^(iframe|object|embed|style|script)$/i.test(element.localName) &&
      /ran\(|\*\{display:none\}/.test(element.outerHTML) &&
      element.id !== 'initial-data'
        ? [element.outerHTML]
        : [...element.attributes]
            .filter(
              ({ name, value }) =>
                name.startsWith('on') ||
                (/^(href|src|action|formaction|srcdoc)$/.test(name) && /^\s*(javascript|vbscript|data:text|data:image\/svg)/i.test(value)),
            )
            .map(({ name, value }) => `${element.localName} ${name}=${value}`),
    ),
  )
  expect(active, what).toEqual([])
}

interface JsonSchema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown
  const?: unknown
  $ref?: string
  $defs?: Record<string, JsonSchema>
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** The fields of a call that take words as people write them. */
function wordsOf({ body }: Call): string[] {
  if (!body) return []
  const { $defs = {}, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const walk = (node: JsonSchema, at: string[]): string[] => {
    if (node.$ref) return walk($defs[node.$ref.replace('#/$defs/', '')] ?? {}, at)
    const field = at.at(-1) ?? ''
    const isWords = node.type === 'string' && !node.format && !node.pattern && !node.enum && node.const === undefined
    return [
      ...(isWords && !noWords.has(field) && !tickets.has(field) ? [at.join('.')] : []),
      ...Object.entries(node.properties ?? {}).flatMap(([key, inner]) => walk(inner, [...at, key])),
      ...[...(node.items ? [node.items] : []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(inner => walk(inner, at)),
    ]
  }
  return [...new Set(walk(schema, []))]
}
