import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { makeUser } from '#database/factories.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import texts from './messages/en.json'
import { say, type TextId } from './text.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a text', () => {
  test.each(Object.keys(texts) as TextId[])('%s compiles in each language', id => {
    for (const language of ['en', 'en-US', 'ar-XB'] as const) expect(say(language, [id, { sentence: 'x' }])).not.toBe('')
  })

  test('counts in the plural, and joins lists in the reader’s language', () => {
    expect(say('en', ['duration.hours', { count: 1 }])).toBe('1 hour')
    expect(say('en', ['duration.hours', { count: 2 }])).toBe('2 hours')
    expect(say('en', ['refused.yourRolesDoNotInclude', { abilities: { allOf: ['A', 'B', 'C'] } }])).toContain('A, B and C')
    expect(say('en-US', ['refused.yourRolesDoNotInclude', { abilities: { allOf: ['A', 'B', 'C'] } }])).toContain('A, B, and C')
  })

  test('writes local dates and times as the language does', () => {
    const skipped = (language: Language) =>
      say(language, ['refused.timeSkipped', { date: { date: '2027-03-28' }, time: { time: '01:30' } }])
    expect(skipped('en')).toBe('On 28 March 2027 the clock skips 01:30.')
    expect(skipped('en-US')).toBe('On March 28, 2027 the clock skips 1:30 AM.')
    expect(skipped('de')).toContain('28. März 2027')
  })

  test('isolates a value of the other direction', () => {
    const mergeOf = (language: Language, name: string) => say(language, ['refused.mergeMentor', { name }])
    expect(mergeOf('en', 'Anna')).not.toMatch(/[\u2068\u200f]/)
    expect(mergeOf('en', 'أحمد')).toContain('\u2068أحمد\u2069')
    expect(mergeOf('ar', 'Anna')).toContain('\u2068Anna\u2069')
  })
})

describe('a refusal', () => {
  const refusedIn = async (language: string, token?: string) => {
    const sending = { body: { phone: 'x', name: 7 }, headers: { 'accept-language': language }, ...(token && { token }) }
    const { headers, problem } = await app.request('POST /api/login', sending)
    const { code, title, message, errors } = problem
    return { code, title, message, errors, language: headers['content-language'] }
  }

  test('is in the language of the request, with the same code', async () => {
    const [english, accented] = [await refusedIn('en-GB'), await refusedIn('en-XA')]
    expect([english.code, english.language, accented.code, accented.language]).toEqual(['invalid', 'en', 'invalid', 'en-XA'])
    expect(english).toMatchObject({ errors: { password: ['is required'] } })
    expect([accented.title, accented.message, ...(accented.errors?.password ?? [])].join(' ')).not.toMatch(/[a-z]/i)
  })

  test('is in the signed-in person’s own language', async () => {
    const token = await app.signIn(await makeUser(app.db, { locale: 'en-US' }))
    const headers = { 'accept-language': 'en-XA' }
    const { problem, headers: answered } = await app.request('GET /api/audit', { token, headers, query: {} })
    expect([problem.message, answered['content-language']]).toEqual(['Your roles do not allow this.', 'en-US'])
  })
})
