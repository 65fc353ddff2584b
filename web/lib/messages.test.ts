import { describe, expect, test } from 'vitest'
import catalogue from '../messages/en.json'
import text from '../messages/en.json?raw'
import spanish from '../messages/es.json'
import french from '../messages/fr.json'
import { t, type MessageId } from './messages.ts'

const messages = Object.entries(catalogue) as [MessageId, string][]

const namesIn = (message: string) => [...new Set([...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(match => match[1] ?? ''))]

describe('messages', () => {
  test('have unique ids', () => {
    // A parser keeps the last of two.
    const ids = [...text.matchAll(/^ {2}"([^"]+)":/gm)].map(([, id]) => id)
    expect(ids).toEqual(messages.map(([id]) => id))
  })

  test.each(messages.filter(([, message]) => message.includes('{')))('%s renders its values', (id, message) => {
    const rendered = (value: number) => t(id, Object.fromEntries(namesIn(message).map(name => [name, value])))
    // One of something may be said in words.
    expect(rendered(1)).toMatch(/^[^{}#]+$/)
    expect(rendered(21)).toMatch(/^[^{}#]*21[^{}#]*$/)
  })

  test('count in the plural in French and Spanish, also where the English word has one form', () => {
    // Said of several only.
    const ofSeveral = [
      'booking.times.withOneOf',
      'clientHistory.allOthers',
      'preview.leaveOutAll',
      'preview.putBackAll',
      'preview.showAll',
      'roleAssignCreate.mostFound',
      'savedViews.full',
      'series.scope.all',
      'series.scope.first',
      'series.scope.following',
      'unseenStaff.choice',
    ]
    const oneForm = / más$/
    for (const translated of [french, spanish])
      expect(
        Object.entries(translated).flatMap(([id, message]) => (/\{count\} \p{L}+s\b/u.test(message) && !oneForm.test(message) ? [id] : [])),
      ).toEqual(ofSeveral)
  })

  test('keep French signs on the line of their word', () => {
    expect(Object.entries(french).filter(([, message]) => / [:;!?»]|« /.test(message))).toEqual([])
  })

  test('state of one session in the singular in French, where the adjective shows it', () => {
    const states = ['closed', 'full', 'past'] as const
    expect(states.map(state => french[`schedules.availability.${state}`])).toEqual(['Fermée', 'Complète', 'Passée'])
  })

  test('count in the plural', () => {
    expect(t('app.minutes', { count: 1 })).toBe('1 minute')
    expect(t('app.minutes', { count: 20 })).toBe('20 minutes')
  })

  test('isolate a value that is read from right to left', () => {
    expect(t('app.quoted', { text: 'أحمد 3' })).toBe('“\u2068أحمد 3\u2069”')
    expect(t('app.quoted', { text: 'Anna 3' })).toBe('“Anna 3”')
  })

  test('say what the specification quotes, word for word', () => {
    expect(t('unauthorized.title')).toBe('401 Unauthorized')
    expect(t('unauthorized.text')).toBe('Sorry!! You are not allowed here!')
    expect(t('notFound.title')).toBe('404 Not Found')
    expect(t('notFound.text')).toBe("Sorry, We didn't found anything on your requested url")
    expect(t('errors.goHome')).toBe('Go Home')
    expect(t('frame.rights', { year: '2026', site: 'Harbour House' })).toBe('© 2026 Harbour House. All right reserved')
  })
})
