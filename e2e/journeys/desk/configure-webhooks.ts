import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** Another system on this machine; the product of the journeys may reach it. */
async function startSystem() {
  const got: { id: string; body: string }[] = []
  let status = 200
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    // Other journeys book and register meanwhile: it is told of them, and takes it.
    const test = body.includes('"webhook.test"')
    if (test) got.push({ id: String(request.headers['webhook-id']), body })
    response.writeHead(test ? status : 200).end('<b>thanks</b>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    got,
    answer: (next: number) => void (status = next),
    close: () => void server.close(),
  }
}

test('an administrator adds a webhook, sees its deliveries, and removes it', variant, async ({ page, signIn, allowConsole }) => {
  const system = await startSystem()
  await signIn('administrator')
  await page.goto('/admin')
  await page.getByRole('link', { name: /^Webhooks/ }).click()
  await page.getByRole('link', { name: 'Add a webhook' }).click()
  // By keyboard alone: a wrong address first, which the server refuses next to its field.
  allowConsole(/422/)
  await page.getByLabel('Address').focus()
  await page.keyboard.type('https://169.254.169.254/')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must not be a private address.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(system.address)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Our diary')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Our diary' })).toBeFocused()
  await expect(page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(/^whsec_/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Send a test' }).click()
  const log = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem').filter({ hasText: 'webhook.test' })
  await expect(log.getByText('Delivered', { exact: true })).toBeVisible()
  expect(JSON.parse(system.got[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} })
  await log.getByText('Details').click()
  await expect(log.getByText('<b>thanks</b>')).toBeVisible()
  await expect(log.getByText(system.got[0]?.id ?? '')).toBeVisible()
  await expectAccessible(page)
  await log.getByRole('button', { name: /^Send webhook\.test .* again$/ }).click()
  await expect.poll(() => system.got.length).toBe(2)
  expect(system.got[1]?.id).toBe(system.got[0]?.id)

  // What fails is said, and what is gone is switched off.
  system.answer(410)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(log.getByText(/answered 410 · it did not respond with a success status/)).toBeVisible()
  await expect(log).toHaveCount(2)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Webhook switched off.')).toBeVisible()
  await expect(page.getByText(/^It was switched off on/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
  system.close()
})
