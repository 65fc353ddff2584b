import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-gpu', '--disable-sync', '--no-first-run']

const desk = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }

/** Projects of their own. */
const aside = ['**/production/**', '**/languages/**']

/** Of clients, and of mentors between two sessions: on a phone. At a desk they are variants. */
const onPhones = [
  '**/book-an-appointment.ts',
  '**/look-at-the-week.ts',
  '**/mentor-day.ts',
  '**/read-legal-texts.ts',
  '**/see-the-first-page.ts',
  '**/wait-for-a-time.ts',
]

const phone = {
  testIgnore: [
    '**/open-every-route*.ts',
    '**/resist-stored-scripts.ts',
    '**/edit-profile.ts',
    '**/keep-a-session.ts',
    '**/leave-*.ts',
    '**/move-and-cancel.ts',
    '**/give-feedback.ts',
    '**/see-what-changed.ts',
    '**/share-a-computer.ts',
    '**/desk/**',
    ...aside,
  ],
  // One pixel for one: painting in software costs seven times as much at the device's own ratio, and nothing here
  // looks at pixels.
  use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
}

export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: true,
  // One more than the smallest machines have cores: a worker that waits for a page or a drill’s pause leaves its
  // core to another.
  workers: 3,
  forbidOnly: true,
  // Nothing is measured by these: only what never comes takes as long, on a machine however slow and busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env.PRODUCT_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Found by tools/find-browser.mjs. Run by hand, Debian's, or else Playwright's own.
      executablePath: process.env.PLAYWRIGHT_CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync),
      // Chromium's sandbox cannot be set up by root.
      args: process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet,
    },
  },
  projects: [
    { name: 'desk', grepInvert: /@phone|@variant/, testIgnore: [...aside, ...onPhones], use: desk },
    { name: 'desk-clients', grepInvert: /@phone|@variant/, testMatch: onPhones, testIgnore: aside, use: desk },
    { name: 'variants', grep: /@variant/, testIgnore: aside, use: desk },
    // Each starts products of its own, which takes longer than what it then looks at.
    { name: 'production', testDir: 'e2e/journeys/production', use: desk },
    // Needs a build with pseudo-languages.
    { name: 'languages', testDir: 'e2e/journeys/languages', use: desk },
    // The drills' short forms: no browser, the built product.
    { name: 'drills', testDir: 'bench/drill-support', testMatch: 'short-forms.ts' },
    // What a phone cannot change is tried once.
    { ...phone, name: 'phone', grepInvert: /@variant|@rare-on-phones|by keyboard alone|after a lost (race|connection)/ },
    { ...phone, name: 'phone-variants', grep: /@rare-on-phones/ },
  ],
})
