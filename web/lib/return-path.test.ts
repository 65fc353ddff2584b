import fc from 'fast-check'
import { expect, it } from 'vitest'
import { paths } from './paths.ts'
import { readReturnPath } from './return-path.ts'

it('keeps paths of this site, query and all', () => {
  for (const path of ['/', '/feedback?reference=K7QM-2XPD', '/my/waiting?page=2&x=%2F%2Fy']) expect(readReturnPath(path)).toBe(path)
})

it('reads the path that the login link carries', () => {
  const back = '/feedback?reference=K7QM-2XPD&type=mentor'
  expect(readReturnPath(new URLSearchParams(paths.login({ back }).split('?')[1]).get('back') ?? undefined)).toBe(back)
  expect(paths.login()).toBe('/login')
})

it('refuses addresses of other sites', () => {
  const others = [
    undefined,
    '',
    'feedback',
    'https://example.org',
    'javascript:alert(1)',
    '//example.org',
    '/\\example.org',
    '\\\\example.org',
    '/\t/example.org',
    '/\n/example.org',
    ' //example.org',
    '/.//example.org',
    '/x/..//example.org',
    '//user@example.org/feedback',
    '//[',
  ]
  for (const address of others) expect([address, readReturnPath(address)]).toEqual([address, null])
})

it('returns only paths of this site for any input', () => {
  const piece = fc.constantFrom('/', '\\', '.', '..', '\t', ':', '@', '?', '#', '%2f', '%5c', 'http', 'example.org')
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const path = readReturnPath(`/${pieces.join('')}`)
      const site = 'https://book.example.com'
      expect(path === null || new URL(path, site).origin === site).toBe(true)
    }),
  )
})
