import { expect, test } from 'vitest'
import { ownStyles } from './own-styles.ts'

const none = { accent: null, logo_light: null, logo_dark: null }

test.each(['US', 'CA', 'MX'])('prints on Letter in %s', country => {
  expect(ownStyles({ ...none, phone_country: country })).toBe('@page{size:letter}')
})

test.each(['GB', 'DE', 'EG'])('leaves A4 in %s', country => {
  expect(ownStyles({ ...none, phone_country: country })).toBe('')
})

test('comes with the branding', () => {
  expect(ownStyles({ ...none, accent: '#fff3b0', phone_country: 'US' })).toMatch(/--accent:#fff3b0.*@page\{size:letter\}$/)
})
