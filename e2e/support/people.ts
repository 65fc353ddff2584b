import type { Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { sendWithRetries } from './client.ts'

/** Of all of them. */
export const demoPassword = 'openhour-demo-2026'

/** The demo's people with a login, as the start prints them. */
export const demoPhones = {
  administrator: '+44 7700 900001',
  mentor: '+44 7700 900002',
  client: '+44 7700 900003',
  /** Holds the standard role Front desk. */
  frontDesk: '+44 7700 900004',
} as const
export type DemoPerson = keyof typeof demoPhones

/** Logs a demo person in over the API. */
export async function logIn(url: string, person: DemoPerson): Promise<Login> {
  const { status, body } = await sendWithRetries(url, 'POST', '/api/login', { body: { phone: demoPhones[person], password: demoPassword } })
  if (status !== 200) throw new Error(`login answered ${status}`)
  return body as unknown as Login
}

/** From the next page on, this browser is logged in, with the storage that web/lib/session.ts reads. */
export async function keepLogin(page: Page, { token, user, access, abilities }: Login): Promise<void> {
  await page.addInitScript(
    entries => {
      // Only once: a test that logs out, or changes its name, must not be logged in again by its next page.
      if (sessionStorage.getItem('signed-in')) return
      sessionStorage.setItem('signed-in', 'yes')
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    [
      ['token', token],
      ['user', JSON.stringify(user)],
      ['isAdmin', String(access.isAdmin)],
      ['isMentor', String(access.isMentor)],
      ['abilities', abilities.join(',')],
    ] as const,
  )
}
