import type { Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { freeTimes, publishedVersions, registerClient, send, type FreeTime } from './client.ts'
import { keepLogin } from './people.ts'
import { expect } from './test.ts'

// Steps of booking that several journeys take, as a person sees them.

/** Where that time stands chosen, ready to be settled. */
export const addressOf =
  (supportTypeId: string, time: FreeTime) =>
  (step?: 'details'): string => {
    const starts = new Date(time.starts_at).toISOString()
    return `/?${new URLSearchParams({
      support_type: supportTypeId,
      mentor: time.mentor_id,
      date: starts.slice(0, 10),
      schedule: time.schedule_id,
      time: `${starts.slice(0, 16)}Z`,
      ...(step && { step }),
    })}`
  }

/** The choice of a free time of the support type that stands first: its address and itself. */
export async function chooseFreeTime(
  url: string,
  skip = 0,
): Promise<{ address: (step?: 'details') => string; time: FreeTime; supportTypeId: string }> {
  const { supportTypeId, times } = await freeTimes(url, skip + 1)
  const time = times[skip]
  if (!time) throw new Error('the demo has no free time left')
  return { address: addressOf(supportTypeId, time), time, supportTypeId }
}

/** A new client with no appointment yet. */
const newClient = (url: string, versions: string[]): Promise<string> =>
  registerClient(url, 500_000 + Math.floor(Math.random() * 390_000), versions)

/** Logs this page's browser in as a new client, who may book as much as policies allow and has accepted what registration requires. */
export async function signInAsNewClient(page: Page, url: string): Promise<string> {
  const token = await newClient(url, await publishedVersions(url, 'registration'))
  const { body } = await send(url, 'GET', '/api/my-session', { token })
  await keepLogin(page, { ...(body as unknown as Login), token })
  return token
}

/** Somebody else takes that time over the API. */
export async function takeTime(url: string, time: FreeTime): Promise<void> {
  const versions = await publishedVersions(url)
  const token = await newClient(url, versions)
  const { status } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(status).toBe(201)
}

/** Says in place who one is: a phone, the code that the demo shows, and for new people a name and what is to be accepted. */
export async function joinInline(page: Page, { phone, name }: { phone: string; name: string }): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const shown = page.getByText(/Your code is \d{6}/)
  const code = /\d{6}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the message').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your name').fill(name)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /Register|Continue|Done|Save/ }).click()
}

/** Accepts what has to be accepted before booking. */
export async function acceptAll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}
