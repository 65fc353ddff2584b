import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainWeakPassword } from './password-strength.ts'

const ana = { name: 'Ana Lopez-García', phone: '+447700900123', email: 'ana.lopez@example.org' }

describe('refuses what others guess first', () => {
  it.each([
    'aaaaaaaaaaaaaaa',
    '               ',
    'abcabcabcabcabc',
    'passwordpassword',
    'PasswordPassword1!',
    'p@ssw0rdP@ssw0rd',
    'password1234567',
    'Password-2026!!!',
    '123456789012345',
    '987654321098765',
    'abcdefghijklmno',
    'qwertyuiopasdfg',
    'qwertyuiop123456',
    '1qaz2wsx3edc4rfv',
    '111222333444555666',
    '1111222233334444',
    'letmeinletmein1',
    'iloveyou1234567',
    'administrator123',
    'changeme-changeme',
    'this is my password',
    'The quick brown fox jumps',
    'May the force be with you',
    'openhour-demo-2026',
    '!@#$%^&*()_+!@#',
  ])('%j', password => expect(explainWeakPassword(password, ana)).toBe('field.isTooEasyToGuessA'))

  it.each([
    'ana lopez garcía',
    'AnaLopezGarcía1',
    'lopez-1984-lopez',
    '07700900123 ana',
    '+447700900123+447700900123!',
    '447700900123abc',
    'ana.lopez@2026!!',
    'lopezpassword123',
  ])('%j of its owner', password => expect(explainWeakPassword(password, ana)).toBe('field.mustNotBeMadeOfYour'))
})

describe('accepts', () => {
  it.each([
    'correct horse battery staple',
    'purple kettle under the moon',
    '739205718264930',
    'xK9#mQ2$vL7@nR4',
    'my aunt keeps 12 goats',
    'lopez has seven orange bicycles',
    'सबै राम्रो हुनेछ भोलि',
    'parola d’ordine del mare',
    'a-long-enough-secret-7',
    'TestPassword-for-ana-77',
  ])('%j', password => expect(explainWeakPassword(password, ana)).toBeNull())

  it('passwords where the owner has a very short name or none', () => {
    expect(explainWeakPassword('xu-purple-kettle-moon', { name: 'Xu', phone: null })).toBeNull()
    expect(explainWeakPassword('purple kettle moon', { name: '', phone: null, email: null })).toBeNull()
  })

  it('nearly every random password', () => {
    fc.assert(fc.property(fc.uuid({ version: 4 }), password => explainWeakPassword(password, ana) === null))
  })
})

it('never throws and repeating never makes a password better', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), password => {
      explainWeakPassword(password, { name: password, phone: '+4412345678', email: `${password}@example.org` })
      expect(explainWeakPassword(password + password, ana)).not.toBeNull()
    }),
  )
})
