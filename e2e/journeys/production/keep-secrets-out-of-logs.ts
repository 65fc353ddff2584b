import { expect, test, type Page } from '@playwright/test'
import { freeTimes, publishedVersions, send } from '../../support/client.ts'
import { logIn } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'

// What people type and what lets them in, each so unusual that it is found wherever it went.
const secrets = {
  number: '7911987123',
  otherNumber: '7911987456',
  password: 'violet-canary-Quokka',
  newPassword: 'amber-canary-Quokka',
  name: 'Zephyrine Canary',
  email: 'canary@quokka.example',
  question: 'canary question of the quokka',
  reason: 'canary reason of the quokka',
  note: 'canary note of the quokka',
}

let product: RunningProduct
test.beforeAll(async () => (product = await startProduct({ settings: { OPENHOUR_LOG_LEVEL: 'trace' } })))
test.afterAll(() => product.stop())

/** Joins and registers as people do; answers the code that was shown. */
async function registerByPage(page: Page): Promise<string> {
  await page.goto(`${product.url}/join`)
  await page.getByLabel('Phone number').fill(`+44${secrets.number}`)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const code = /\d{6}/.exec((await page.getByText(/Your code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the message').fill(code)
  await page.getByLabel('Your name').fill(secrets.name)
  await page.getByLabel(/^Password/).fill(secrets.password)
  await page.getByLabel(/^E-mail/).fill(secrets.email)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/my/)
  return code
}

/** As a program: what goes right, and what does not, down to the database's own refusals. */
async function makeTheMainCalls(): Promise<Record<string, string>> {
  const ask = async (method: string, path: string, given: { token?: string; body?: unknown } = {}) => {
    const { body, status } = await send(product.url, method, path, given)
    const { id = '', token = '', demo_code = '' } = body as { id?: string; token?: string; demo_code?: string }
    return { status, id, token, demo_code }
  }
  const phone = `+44${secrets.number}`
  const versions = await publishedVersions(product.url)
  const { times } = await freeTimes(product.url, 2)

  const { token } = await ask('POST', '/api/login', { body: { phone, password: secrets.password } })
  expect(token).toMatch(/^[\w-]{43}$/)
  const wish = { token, body: { ...times[0], questions: [secrets.question], accepted_version_ids: versions } }
  const booked = await ask('POST', '/api/appointments', wish)
  expect(booked).toMatchObject({ status: 201 })
  expect(await ask('POST', '/api/appointments', wish)).toMatchObject({ status: 409 })
  expect(await ask('POST', `/api/appointments/${booked.id}/cancel`, { token, body: { reason: secrets.reason } })).toMatchObject({
    status: 200,
  })
  const passwords = { current_password: secrets.password, password: secrets.newPassword }
  expect(await ask('PUT', '/api/my-profile', { token, body: passwords })).toMatchObject({ status: 200 })
  expect(await ask('POST', '/api/login', { body: { phone, password: secrets.password } })).toMatchObject({ status: 401 })
  expect(await ask('POST', '/api/confirm', { body: { phone, code: '98127x' } })).toMatchObject({ status: 422 })

  const staff = (await logIn(product.url, 'administrator')).token
  const found = await send(product.url, 'GET', `/api/users?search=${secrets.number}`, { token: staff })
  const { id } = (found.body as unknown as { data: { id: string }[] }).data[0]!
  expect(await ask('PUT', `/api/users/${id}`, { token: staff, body: { note: secrets.note } })).toMatchObject({ status: 200 })
  const created = { name: secrets.name, phone: `+44${secrets.otherNumber}`, note: secrets.note }
  const { id: otherId } = await ask('POST', '/api/users', { token: staff, body: created })
  // Of many at once the database itself refuses some, with the number in its words.
  const taking = await Promise.all(Array.from({ length: 8 }, () => ask('PUT', `/api/users/${otherId}`, { token: staff, body: { phone } })))
  expect(taking.map(({ status }) => status)).toEqual(Array(8).fill(409))
  expect(await ask('POST', '/api/users', { token: staff, body: { ...created, name: 7 } })).toMatchObject({ status: 422 })
  const broken = `{"phone":"${phone}","password":"${secrets.password}"`
  const unreadable = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: broken,
  })
  expect(unreadable.status).toBe(400)
  const { demo_code } = await ask('POST', '/api/my-profile/phone', { token: staff, body: { phone: '+447911987789' } })
  expect(demo_code).toMatch(/^\d{6}$/)
  return { token, staff, secondCode: demo_code, ...(await fetchCalendars(token)) }
}

/** An address as calendars fetch it, again, badly copied, at other places, and after it was stopped. */
async function fetchCalendars(token: string): Promise<{ calendar: string }> {
  const made = await send(product.url, 'POST', '/api/my-calendars', { token, body: { kind: 'client' } })
  const { address, feed } = made.body as unknown as { address: string; feed: { id: string } }
  const calendar = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
  const ask = async (path: string, headers = {}) => (await fetch(product.url + path, { headers })).status
  const own = new URL(address).pathname
  expect(await ask(own)).toBe(200)
  expect(await ask(own, { referer: address, 'user-agent': address, 'if-none-match': address })).toBe(200)
  const copied = { '': 404, '%00.ics': 404, '%E0%A4%A': 400, '.icsx': 404 }
  for (const [end, status] of Object.entries(copied)) expect([end, await ask(own.replace('.ics', end))]).toEqual([end, status])
  for (const path of [own + own, `/calendars${own}`]) expect(await ask(path)).toBe(404)
  expect(await ask(`${own}?${'x'.repeat(20_000)}`)).toBe(431)
  const stopped = await send(product.url, 'DELETE', `/api/my-calendars/${feed.id}`, { token })
  expect([stopped.status, await ask(own)]).toEqual([200, 404])
  return { calendar }
}

/** Which of the secrets stand in a text: as they are, or with other signs between their letters and digits. */
function tracesIn(text: string, named: Record<string, string>): string[] {
  const bare = (of: string) => of.replaceAll(/[^\w-]/g, '')
  const plain = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const squeezed = bare(plain)
  // Six digits stand in many a number: a code is one only by itself.
  const isThere = (secret: string) =>
    /^\d{6}$/.test(secret)
      ? new RegExp(`(?<![\\w-])${secret}(?![\\w-])`).test(plain)
      : plain.includes(secret) || squeezed.includes(bare(secret))
  return Object.keys(named).filter(name => isThere(named[name]!))
}

test('no phone, code, token, password or note is left in a log, a metric or an address', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', request => addresses.push(request.url()))
  page.on('framenavigated', frame => addresses.push(frame.url()))
  const code = await registerByPage(page)
  const browserToken = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const cookie = (await page.context().cookies()).map(({ value }) => value)[0] ?? ''
  await page.goto(`${product.url}/my/my-profile`)
  await expect(page.getByText(secrets.email)).toBeVisible()
  const all: Record<string, string> = { ...secrets, code, browserToken, cookie, ...(await makeTheMainCalls()) }
  for (const secret of Object.values(all)) expect(secret.length).toBeGreaterThanOrEqual(6)

  const metrics = await (await fetch(`${product.url}/metrics`)).text()
  const { server, database } = await product.logs()
  // All of it was looked at: each holds what it is for.
  expect(server).toContain('POST /api/login')
  expect(server).toContain('GET /api/calendars/{token}.ics')
  expect(metrics).toContain('POST /api/appointments')
  expect(database).toContain('users_active_phone')
  expect(addresses.some(address => address.includes('/my/my-profile'))).toBe(true)
  // And what is there is found: every one of them, planted.
  for (const [name, secret] of Object.entries(all)) expect(tracesIn(`{"x":" ${secret} "}`, all)).toContain(name)
  expect(tracesIn('GET /api/find-users?phone=%2B44%207911%20987123', all)).toEqual(['number'])

  for (const [where, text] of Object.entries({ server, database, metrics, addresses: addresses.join('\n') }))
    expect({ [where]: tracesIn(text, all) }).toEqual({ [where]: [] })
})
