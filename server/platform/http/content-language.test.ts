import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { chooseLanguages } from './content-language.ts'
import { servePages } from './pages.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const languageOfAnswer = async (headers: Record<string, string>, token?: string) =>
  (await app.request('GET /api/my-session', { headers, ...(token && { token }) })).headers['content-language']

test('an answer is in the language of the device’s choice, then of Accept-Language, then of the organisation', async () => {
  expect(await languageOfAnswer({})).toBe('en')
  expect(await languageOfAnswer({ 'accept-language': 'it, ar-XB;q=0.5' })).toBe('ar-XB')
  expect(await languageOfAnswer({ 'accept-language': 'ar-XB', cookie: 'language=en-XA' })).toBe('en-XA')
})

test('a signed-in person’s own language comes first', async () => {
  const token = await app.signIn(await makeUser(app.db, { locale: 'en' }))
  expect(await languageOfAnswer({ cookie: 'language=ar-XB' }, token)).toBe('en')
  const unknown = await app.signIn(await makeUser(app.db, { locale: 'it' }))
  expect(await languageOfAnswer({ cookie: 'language=ar-XB' }, unknown)).toBe('ar-XB')
})

test('a call for staff is answered in English where their language has texts for clients alone', async () => {
  const token = await app.signIn(await makeUser(app.db, { locale: 'nl' }))
  expect(await languageOfAnswer({}, token)).toBe('nl')
  const staff = await app.request('GET /api/roles', { token })
  expect([staff.status, staff.headers['content-language']]).toEqual([403, 'en'])
  const german = await app.signIn(await makeUser(app.db, { locale: 'de' }))
  expect((await app.request('GET /api/roles', { token: german })).headers['content-language']).toBe('de')
})

test('a browser keeps the language of the person who signs in', async () => {
  const password = 'a long enough password'
  const user = await makeUser(app.db, { locale: 'en-US', password_hash: await hash(password) })
  const signInWith = async (language: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': language }
    const { headers: answered } = await app.request('POST /api/login', { headers, body: { phone: user.phone, password } })
    return [answered['set-cookie'] ?? []].flat().filter(cookie => String(cookie).startsWith('language='))
  }
  expect(await signInWith('en-GB')).toEqual([expect.stringMatching(/^language=en-US; Path=\/; SameSite=Lax; Max-Age=34560000$/)])
  expect(await signInWith('en-US')).toEqual([])
})

test('a page comes in the request’s language, and in English where it was not built', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-languages-'))
  await mkdir(path.join(folder, 'assets/ar-XB'), { recursive: true })
  for (const [name, content] of Object.entries({
    'index.html': '<html lang="en" dir="ltr">',
    'index.ar-XB.html': '<html lang="ar-XB" dir="rtl">',
    'index.nl.html': '<html lang="nl" dir="ltr">',
    'assets/ar-XB/a.js': '1',
  }))
    await writeFile(path.join(folder, name), content)
  const http = fastify()
  chooseLanguages({ http, platform: app.platform }, async () => 'en')
  await servePages(http, folder, () => 'booking')
  const page = async (language: string, url = '/my') => {
    const { body, headers } = await http.inject({ url, headers: { 'accept-language': language } })
    return [body, headers.vary]
  }
  expect(await page('ar-XB')).toEqual(['<html lang="ar-XB" dir="rtl">', 'accept-language, cookie'])
  for (const other of ['en-GB', 'en-XA']) expect(await page(other)).toEqual(['<html lang="en" dir="ltr">', 'accept-language, cookie'])
  expect((await http.inject('/assets/ar-XB/a.js')).statusCode).toBe(200)
  // Dutch has no texts for staff.
  for (const own of ['/my', '/mentors']) expect((await page('nl', own))[0]).toBe('<html lang="nl" dir="ltr">')
  for (const staff of ['/admin/users', '/mentor'])
    expect((await page('nl', staff))[0]).toBe('<html data-language="nl" lang="en" dir="ltr">')
  expect((await page('ar-XB', '/admin'))[0]).toBe('<html lang="ar-XB" dir="rtl">')
  await http.close()
  await rm(folder, { recursive: true })
})

test('a refusal is in German for a German reader, with the same code', async () => {
  const ask = (language: string) => app.request('GET /api/my-profile', { headers: { 'accept-language': language } })
  const [german, english] = [await ask('de-AT,de;q=0.9,en;q=0.5'), await ask('en-GB')]
  expect([german.status, german.problem.code, german.headers['content-language']]).toEqual([401, 'unauthenticated', 'de'])
  expect(english.problem.code).toBe(german.problem.code)
  expect(german.problem.title).not.toBe(english.problem.title)
})
