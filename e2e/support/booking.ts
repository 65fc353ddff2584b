import type { Locator, Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { freeTimes, publishedVersions, registerClient, send, type FreeTime } from './client.ts'
import { ownNumber } from './own-number.ts'
import { keepLogin } from './people.ts'
import { expect, test } from './test.ts'

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

const given = new Set<string>()

/**
 * The choice of a free time of the support type that stands first: its address and itself. It is this
 * test's alone, and so are those near it: workers that run side by side share the days out, and none gives
 * a start twice, so that two times of one test look different. They lie behind the first days, where
 * journeys choose what the page offers.
 */
export async function chooseFreeTime(
  url: string,
): Promise<{ address: (step?: 'details') => string; time: FreeTime; supportTypeId: string }> {
  const { parallelIndex, config } = test.info()
  const isOurs = ({ starts_at }: FreeTime) => Math.floor(Date.parse(starts_at) / 86_400_000) % config.workers === parallelIndex
  const { supportTypeId, times } = await freeTimes(url, Infinity, 10)
  const time = times.find(one => isOurs(one) && !given.has(one.starts_at))
  if (!time) throw new Error('the demo has no free time left')
  given.add(time.starts_at)
  return { address: addressOf(supportTypeId, time), time, supportTypeId }
}

/** A new client with no appointment yet. */
const newClient = (url: string, versions: string[]): Promise<string> => registerClient(url, ownNumber(), versions)

/**
 * Logs this page's browser in as a new client, who may book as much as policies allow and has accepted what
 * registration requires.
 */
export async function signInAsNewClient(page: Page, url: string): Promise<string> {
  const token = await newClient(url, await publishedVersions(url, 'registration'))
  const { body } = await send(url, 'GET', '/api/my-session', { token })
  await keepLogin(page, { ...(body as unknown as Login), token })
  return token
}

/** This page's browser is a new client's with one appointment: its id and the client's token. */
export async function bookedClient(page: Page, url: string) {
  const token = await signInAsNewClient(page, url)
  const accepted_version_ids = await publishedVersions(url)
  const { time } = await chooseFreeTime(url)
  const { status, body } = await send(url, 'POST', '/api/appointments', {
    token,
    body: { ...time, questions: ['How do I begin?'], accepted_version_ids },
  })
  expect(status).toBe(201)
  return { token, id: body.id! }
}

/** Another client books that time over the API. */
export async function takeTime(url: string, time: FreeTime): Promise<void> {
  const versions = await publishedVersions(url)
  const token = await newClient(url, versions)
  const { status } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(status).toBe(201)
}

/** Confirms a phone by the code that the demo shows. The sixth digit sends it. */
export async function confirmPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const shown = page.getByText(/Your code is \d{6}/)
  const code = /\d{6}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the message').fill(code)
}

/** Says in place who one is: a phone, its code, and for new people a name and what is to be accepted. */
export async function joinInline(page: Page, { phone, name }: { phone: string; name: string }): Promise<void> {
  await confirmPhone(page, phone)
  await page.getByLabel('Your name').fill(name)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /Register|Continue|Done|Save/ }).click()
}

/** What has to be accepted before booking: a client may also ask for an interpreter. */
export const agreements = (page: Page): Locator => page.getByRole('checkbox', { name: /^(?!.*interpreter)/ })

/** Accepts what has to be accepted before booking. */
export async function acceptAll(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Good to know' })).toBeVisible()
  for (const box of await agreements(page).all()) await box.check()
}
