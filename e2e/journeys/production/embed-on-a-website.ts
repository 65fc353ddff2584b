import type { Page } from '@playwright/test'
import { acceptAll, confirmPhone } from '../../support/booking.ts'
import { send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectNothingFound, test } from '../../support/test.ts'
import { byName } from '../../support/virtual-authenticator.ts'
import { openWebsite } from '../../support/website.ts'

test.describe.configure({ mode: 'default' })

let product: RunningProduct
let admin: string
test.beforeAll(async () => {
  product = await startProduct()
  admin = (await logIn(product.url, 'administrator')).token
})
test.afterAll(() => product.stop())

async function allow(...embed_origins: string[]): Promise<void> {
  const { status } = await send(product.url, 'PUT', '/api/settings', { token: admin, body: { embed_origins } })
  expect(status).toBe(200)
}
const script = (site: string) => `<script src="${site}/embed.js" async></script>`
const embedded = (page: Page) => page.frameLocator('iframe[title="Book an appointment"]')

/** As browsers do for people who chose so, or by themselves. */
async function blockThirdPartyCookies(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
}

/** The tokens of all requests of a page and its frames; empty without one. */
function collectTokens(page: Page): string[] {
  const tokens: string[] = []
  page.on('request', request => tokens.push(request.headers().authorization ?? ''))
  return tokens
}

test('a client chooses on the organisation’s website and books in a window of this site, without third-party cookies', async ({ page }) => {
  const website = await openWebsite(script(product.url))
  await allow(website.origin)
  const context = page.context()
  await blockThirdPartyCookies(page)
  const tokens = collectTokens(page)
  await page.goto(website.origin)
  const frame = embedded(page)
  await frame.getByRole('button', { name: /^Career advice/ }).click()
  await expect(page.locator('iframe')).not.toHaveCSS('height', '720px')
  const inside = page.frames().find(each => each.url().startsWith(product.url))
  expect(await inside?.evaluate(() => ((document.cookie = 'probe=1; SameSite=None; Secure'), document.cookie))).toBe('')
  await frame.getByRole('button', { name: /^First free day/ }).click()
  await frame
    .getByRole('button', { name: /, 1 seat left, with / })
    .first()
    .click()
  await expect(frame.getByRole('heading', { name: 'Almost there' })).toBeFocused()
  for (const scheme of ['light', 'dark'] as const) await expectNothingFound(page, scheme, 'embedded: ', undefined, inside)
  // Without the window there is nothing to fill in.
  await expect(frame.getByRole('textbox')).toHaveCount(0)

  const opened = context.waitForEvent('page')
  await frame.getByRole('link', { name: 'Continue in a new window' }).click()
  const own = await opened
  await expect(own).toHaveURL(url => url.origin === product.url && url.pathname === '/')
  expect(await own.evaluate(() => window.opener)).toBeNull()
  await confirmPhone(own, `07911 ${100_000 + ownNumber()}`)
  await own.getByLabel('Your name').fill('Wanda Website')
  await acceptAll(own)
  await own.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(own.getByRole('heading', { level: 1, name: 'You are booked' })).toBeVisible()

  await expect(frame.getByText('You are booked')).toBeVisible()
  await expect(frame.getByText(/Wanda|[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/)).toHaveCount(0)
  // The window has signed in by now.
  await frame.getByRole('button', { name: 'Book another appointment' }).click()
  await frame.getByRole('button', { name: /^Career advice/ }).click()
  await expect(frame.getByRole('button', { name: /^First free day/ })).toBeVisible()
  expect(tokens.filter(token => token !== '')).toEqual([])
  await website.close()
})

test('on the same site, where cookies do reach the frame, a login does not, and it shows no other page', async ({ page }) => {
  const url = byName(product.url)
  const website = await openWebsite(script(url))
  await allow(website.origin)
  await page.goto(url)
  await keepLogin(page, await logIn(product.url, 'administrator'))
  await page.goto(`${url}/about`)
  await expect(page.getByRole('button', { name: /Profile menu of/ })).toBeVisible()
  const tokens = collectTokens(page)
  await page.goto(website.origin)
  const frame = embedded(page)
  await frame.getByRole('button', { name: /^Career advice/ }).click()
  await expect(frame.getByRole('button', { name: /^First free day/ })).toBeVisible()
  expect(tokens.length).toBeGreaterThan(3)
  expect(tokens.filter(token => token !== '')).toEqual([])
  const inside = page.frames().find(each => each.url().startsWith(url))
  for (const path of ['/', '/my/my-profile', '/admin', '/admin/settings', '/mentor', '/login', '/join']) {
    await inside?.evaluate(to => history.pushState(null, '', to), path)
    await expect.poll(() => inside?.evaluate(() => location.pathname)).toBe('/embed')
  }
  await expect(frame.getByRole('button', { name: /^Career advice/ })).toBeVisible()

  // Only the frame may say how tall it is.
  const height = () => page.locator('iframe').evaluate(({ style }: HTMLIFrameElement) => style.height)
  await expect.poll(height).not.toBe('720px')
  const before = await height()
  await page.evaluate(() => window.postMessage({ openhourHeight: 5999 }, '*'))
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
  expect(await height()).toBe(before)
  await website.close()
})

test('no other website, no other page, and none any more once it is removed', async ({ page, allowConsole }) => {
  allowConsole(/frame-ancestors|X-Frame-Options|Refused to display/)
  const website = await openWebsite(script(product.url))
  const attacker = await openWebsite(`<iframe title="Book an appointment" src="${product.url}/embed"></iframe>`)
  const curious = await openWebsite(
    ['/', '/embed/', '/login', '/my/my-profile', '/admin', '/api/site']
      .map(path => `<iframe src="${product.url}${path}"></iframe>`)
      .join(''),
  )
  await allow(website.origin, curious.origin)
  const framed = async (origin: string) => {
    await page.goto(origin)
    await page.waitForLoadState('networkidle')
    return page.frames().filter(frame => frame.url().startsWith(product.url)).length
  }
  expect(await framed(website.origin)).toBe(1)
  expect(await framed(attacker.origin)).toBe(0)
  expect(await framed(curious.origin)).toBe(0)
  await allow('https://www.example.org')
  expect(await framed(website.origin)).toBe(0)
  await Promise.all([website, attacker, curious].map(each => each.close()))
})
