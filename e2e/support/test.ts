import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Frame, type Page } from '@playwright/test'
import { findRepeats } from './find-repeats.ts'
import { keepLogin, logIn, type DemoPerson } from './people.ts'

interface Fixtures {
  /** Logs this page's browser in as a person of the demo. */
  signIn: (person: DemoPerson) => Promise<void>
  /**
   * Console messages that the test expects, such as `/409/` for a refused call. Any other fails it.
   */
  allowConsole: (pattern: RegExp) => void
  /**
   * Ends what the test has started, the last first, when every page is closed: an open page would go on asking a
   * server that is gone, and say so in its console.
   */
  atEnd: (end: () => Promise<unknown>) => void
}

/**
 * Slows the page's processor down by this factor (`PROCESSOR_SLOWDOWN=6 npx playwright test …`), to find input
 * that gets lost on slow machines.
 */
const slowdown = Number(process.env.PROCESSOR_SLOWDOWN ?? 1)

/**
 * Playwright's test, failing on any error in the console, among them everything the content security policy
 * refuses.
 */
export const test = base.extend<Fixtures & { consoleErrors: { allowed: RegExp[] } }>({
  consoleErrors: [
    async ({ page }, use) => {
      const said: string[] = []
      const allowed: RegExp[] = []
      page.on('console', message => {
        if (message.type() === 'error' || /Content Security Policy/.test(message.text()))
          said.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', error => said.push(String(error)))
      if (slowdown > 1) await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await use({ allowed })
      expect(said.filter(line => !allowed.some(pattern => pattern.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  allowConsole: async ({ consoleErrors }, use) => use(pattern => void consoleErrors.allowed.push(pattern)),
  atEnd: async ({ browser, consoleErrors: _ }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    await use(end => void ends.push(end))
    await Promise.all(browser.contexts().map(context => context.close()))
    for (const end of ends.toReversed()) await end()
  },
  signIn: async ({ page, baseURL }, use) => use(async person => keepLogin(page, await logIn(baseURL ?? '', person))),
})
export { expect }

/**
 * For a route that is added to an open page: Chromium applies the first one a moment after it is set, and a request at
 * once passes it by. Called before the page opens.
 */
export const prepareRoutes = (page: Page) => page.route('**/*', route => route.fallback())

/**
 * A less travelled way through pages that another journey of `npm test` passes. These take minutes of their own:
 * `npm run check -- --only build,variants`, also in CI.
 */
export const variant = { tag: '@variant' }

/** What a phone hardly changes: tried there with the variants only. */
export const rareOnPhones = { tag: '@rare-on-phones' }

/**
 * Journeys look at the pages that they pass, and at two of what repeats itself. Every page and every row, wide and
 * narrow, light and dark, takes minutes: `npm run check -- --only accessibility`, also in CI.
 */
export const lookClosely = process.env.LOOK_CLOSELY === 'yes'

type Scheme = 'light' | 'dark'
const colours = ['color-contrast']
/** A list that is being read again. */
const beingRead = 'main [aria-busy="true"]:not(button)'

/** The smallest file of axe; Playwright evaluates it past the content security policy. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds in a frame, and whether a list was read again meanwhile; it begins with none. */
async function runAxe(frame: Frame, rules = everyRule) {
  await expect(frame.locator(beingRead)).toHaveCount(0)
  const exclude = await frame.evaluateHandle(lookClosely ? () => [] : findRepeats)
  // What passes is not listed node by node, and the styles are not fetched again: both take as long as the rules
  // do.
  return frame.evaluate(
    async ({ runOnly, busy, exclude }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      let disturbed = document.querySelector(busy) !== null
      const watch = new MutationObserver(() => (disturbed ||= document.querySelector(busy) !== null))
      watch.observe(document, { subtree: true, attributeFilter: ['aria-busy'] })
      const context = { include: [document.documentElement], exclude }
      const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
      watch.disconnect()
      return { violations, disturbed }
    },
    { runOnly: rules, busy: beingRead, exclude },
  )
}

/** axe finds nothing in one scheme, by all rules or some, in the page or a frame of it. */
export async function expectNothingFound(page: Page, colorScheme: Scheme, where: string, rules?: string[], within?: Frame): Promise<void> {
  await page.emulateMedia({ colorScheme })
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
  let found = await runAxe(within ?? page.mainFrame(), rules)
  // A list that is being read again is dimmed: what was found meanwhile is no mistake.
  while (found.disturbed && found.violations.length > 0) found = await runAxe(within ?? page.mainFrame(), rules)
  const { violations } = found
  expect(
    violations.map(({ id, nodes }) => `${where}${colorScheme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

/**
 * axe finds nothing on the page as it stands. The colours of the dark scheme come from the same tokens, whose
 * contrast web/ui/tokens.test.ts proves in both schemes; on the pages themselves they are looked at with `dark`.
 */
export async function expectAccessible(page: Page, where = '', { dark = lookClosely } = {}): Promise<void> {
  // Not before the page's own file has come.
  await expect(page.locator('main h1')).toHaveCount(1)
  await expectNothingFound(page, 'light', where)
  if (dark) await expectNothingFound(page, 'dark', where, colours)
  await page.emulateMedia({ colorScheme: null })
}
