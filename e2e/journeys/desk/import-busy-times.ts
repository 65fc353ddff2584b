import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { keepLogin, logIn } from '../../support/people.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** A calendar on this machine, which at first requires a login. */
async function publishCalendar() {
  let text = '<html>Please log in</html>'
  const server = http.createServer((_request, response) => void response.end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-5f3a/basic.ics`,
    holds: (event: string) => void (text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A test//EN\r\n${event}\r\nEND:VCALENDAR\r\n`),
    close: () => void server.close(),
  }
}

/** Beyond all bookings of the demo: other journeys use the same mentor. */
const farAhead = () => new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

test('adds a mentor’s calendar, shows its error, reads it, and removes it', variant, async ({ page, browser, signIn }) => {
  const calendar = await publishCalendar()
  await signIn('mentor')
  await page.goto('/mentor')
  const mine = page.getByRole('region', { name: 'Busy times from your own calendar' })
  await mine.getByRole('button', { name: 'Add a calendar' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Secret address of the calendar').focus()
  await page.keyboard.type(calendar.address)
  await page.keyboard.press('Enter')
  await expect(mine.getByText(/Reading has failed since .*: it is not a calendar\./)).toBeVisible()
  await expect(page.getByText('private-5f3a')).toHaveCount(0)
  // And above everything else of the day.
  await page.getByRole('link', { name: 'Go to your calendar' }).click()
  await expect(mine).toBeInViewport()
  await expectAccessible(page)

  // The planner shows it at once.
  const desk = await browser.newContext()
  const planner = await desk.newPage()
  await keepLogin(planner, await logIn(new URL(page.url()).origin, 'administrator'))
  await planner.goto(`${new URL(page.url()).origin}/admin`)
  await planner.getByRole('link', { name: /Calendars that cannot be read/ }).click()
  await expect(planner.getByText(/it is not a calendar/)).toBeVisible()
  await expectAccessible(planner)
  await desk.close()

  calendar.holds(`BEGIN:VEVENT\r\nUID:1@example.org\r\nDTSTART;VALUE=DATE:${farAhead()}\r\nSUMMARY:A secret\r\nEND:VEVENT`)
  await mine.getByRole('button', { name: /^Read the calendar of .* now$/ }).click()
  await expect(async () => {
    await page.reload()
    await expect(mine.getByText(/one busy time ahead/)).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 30_000 })
  await expect(mine.getByText(/Reading has failed/)).toHaveCount(0)
  await mine.getByRole('button', { name: /^Remove the calendar of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(mine.getByText('No calendar added.')).toBeVisible()
  calendar.close()
})
