import { expect, test } from 'vitest'
import { readSettings } from '../../platform/config.ts'
import { startTestApp } from '../../testing/app.ts'
import { writeSecurityTxt } from './write-security-txt.ts'

const now = new Date('2026-11-22T21:30:00Z')
const facts = { contact: undefined, origin: undefined, siteContact: 'Ring 020 7946 0000 or write to help@example.org.' }

test('names the setting first, then the e-mail address of the contact, then the page about the organisation', () => {
  const contactOf = (more: Partial<Parameters<typeof writeSecurityTxt>[0]>) => writeSecurityTxt({ ...facts, ...more }, now)?.split('\n')[0]
  expect(contactOf({ contact: 'https://example.org/report' })).toBe('Contact: https://example.org/report')
  expect(contactOf({})).toBe('Contact: mailto:help@example.org')
  expect(contactOf({ siteContact: 'Ring us.', origin: 'https://book.example.org' })).toBe('Contact: https://book.example.org/about')
  expect(contactOf({ siteContact: 'Ring us.' })).toBeUndefined()
})

test('is served as text that expires within a year of today', async () => {
  const app = await startTestApp({
    env: { OPENHOUR_SECURITY_CONTACT: 'security@example.org', OPENHOUR_ORIGIN: 'https://book.example.org' },
  })
  app.clock.set(now.toISOString())
  const answer = await app.http.inject({ url: '/.well-known/security.txt' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.body).toBe(
    'Contact: mailto:security@example.org\nExpires: 2027-05-21T00:00:00Z\nPreferred-Languages: en\nCanonical: https://book.example.org/.well-known/security.txt\n',
  )
  await app.close()
})

test('is not found where no contact is known', async () => {
  const app = await startTestApp()
  await app.db.updateTable('settings').set({ contact: 'Ring us.' }).execute()
  expect((await app.http.inject({ url: '/.well-known/security.txt' })).statusCode).toBe(404)
  await app.close()
})

test('an unusable contact prevents the server from starting', () => {
  for (const contact of ['http://example.org', 'Ring us', 'a@b', 'https://example.org/\nContact: mailto:evil@example.org'])
    expect(readSettings({ OPENHOUR_SECURITY_CONTACT: contact })).toHaveProperty('errors')
})
