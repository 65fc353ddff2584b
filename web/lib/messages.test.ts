import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { t } from './messages.ts'

const files = import.meta.glob<Record<string, string>>('../messages/en/**/*.json', { eager: true, import: 'default' })
const messages = Object.values(files).flatMap(file => Object.entries(file))

/** Compiled as the build does; without that, texts with values stay empty in the browser. */
const i18n = setupI18n()
i18n.loadAndActivate({ locale: 'en', messages: Object.fromEntries(messages.map(([id, message]) => [id, compileMessageOrThrow(message)])) })

const namesIn = (message: string) => [...new Set([...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(match => match[1] ?? ''))]

describe('messages', () => {
  test('have ids of their own', () => {
    const ids = messages.map(([id]) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test.each(messages.filter(([, message]) => message.includes('{')))('%s renders its values', (id, message) => {
    const rendered = (value: number) => i18n._(id, Object.fromEntries(namesIn(message).map(name => [name, value])))
    // One of something may be said in words.
    expect(rendered(1)).toMatch(/^[^{}#]+$/)
    expect(rendered(21)).toMatch(/^[^{}#]*21[^{}#]*$/)
  })

  test('count in the plural', () => {
    expect(t('app.minutes', { count: 1 })).toBe('1 minute')
    expect(t('app.minutes', { count: 20 })).toBe('20 minutes')
  })

  test('say what the specification quotes, word for word', () => {
    expect(i18n._('unauthorized.title')).toBe('401 Unauthorized')
    expect(i18n._('unauthorized.text')).toBe('Sorry!! You are not allowed here!')
    expect(i18n._('notFound.title')).toBe('404 Not Found')
    expect(i18n._('notFound.text')).toBe("Sorry, We didn't found anything on your requested url")
    expect(i18n._('errors.goHome')).toBe('Go Home')
    expect(i18n._('frame.rights', { year: '2026', site: 'Harbour House' })).toBe('© 2026 Harbour House. All right reserved')
  })
})
