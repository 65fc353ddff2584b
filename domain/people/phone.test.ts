import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { phoneCountries } from './phone-countries.ts'
import { formatPhone, parsePhone } from './phone.ts'

const impossible = { problem: 'impossible' }

it('lists exactly the countries whose numbers it knows', () => {
  expect(phoneCountries).toEqual(getCountries())
})

describe('parsePhone', () => {
  it.each([
    ['07700 900001', '+447700900001'],
    ['+44 7700 900001', '+447700900001'],
    ['+44 (0)7700 900-001', '+447700900001'],
    ['0044 7700 900001', '+447700900001'],
    ['447700900001', '+447700900001'],
    ['020 7946 0958', '+442079460958'],
    ['\u202a+44\u00a07700\u00a0900001\u202c', '+447700900001'],
    ['٠٧٧٠٠٩٠٠٠٠١', '+447700900001'],
    ['０７７００９００００１', '+447700900001'],
    ['+977 984-1234567', '+9779841234567'],
    ['+1 555 010 0000', '+15550100000'],
    ['+39 06 1234', '+39061234'],
    ['+685 20000', '+68520000'],
    ['+800 1234 5678', '+80012345678'],
    ['+290 8000', '+2908000'],
    ['07700 90000', '+44770090000'],
  ])('reads %j in GB', (text, e164) => expect(parsePhone(text, 'GB')).toEqual({ e164 }))

  it('reads a national number in the default country', () => {
    expect(parsePhone('984-1234567', 'NP')).toEqual({ e164: '+9779841234567' })
    expect(parsePhone('(709) 555-0100', 'CA')).toEqual({ e164: '+17095550100' })
  })

  it.each([
    '',
    '   ',
    '+',
    '999',
    '112',
    '12345',
    '+44',
    '+44 7700',
    '+44 7700 9000011',
    '07700 9',
    '+999 1234567',
    'call me',
    '07700 900001 mum',
    '1-800-FLOWERS',
    '07700 900001 ext 5',
    '+447700900001;ext=5',
    '020 7946 0958 x12',
    '07700 900001 / 07700 900002',
    '07700900001, 07700900002',
    '+49 123456789012345',
    '1'.repeat(300),
    '٣',
  ])('finds %j impossible', text => expect(parsePhone(text, 'GB')).toEqual(impossible))

  it('strips dialling prefixes until the number reads back as itself', () => {
    expect(parsePhone('00000000000', 'PH')).toEqual({ e164: '+6300000000' })
    expect(parsePhone('000007700900001', 'GB')).toEqual({ e164: '+447700900001' })
  })

  it('accepts only international numbers for an unknown default country', () => {
    expect(parsePhone('07700 900001', 'XX')).toEqual(impossible)
    expect(parsePhone('07700 900001', '')).toEqual(impossible)
    expect(parsePhone('+447700900001', '')).toEqual({ e164: '+447700900001' })
  })

  it('accepts an example of every country, national and international', () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)
      if (!example) continue
      expect(parsePhone(example.formatNational(), country)).toEqual({ e164: example.number })
      expect(parsePhone(example.formatInternational(), 'GB')).toEqual({ e164: example.number })
    }
  })
})

describe('formatPhone', () => {
  it('formats a stored number internationally, and keeps any other text', () => {
    expect(formatPhone('+447700900001')).toBe('+44 7700 900001')
    expect(formatPhone('+9779841234567')).toBe('+977 984 1234567')
    expect(formatPhone('')).toBe('')
    expect(formatPhone('none')).toBe('none')
  })
})

describe('whatever is typed', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^\+?[0-9 ()./-]{0,20}$/),
    fc
      .tuple(
        fc.constantFrom('+44', '+1', '+49', '+39', '+977', '+7', '+54', '+52', '+55', '+61', '+262', '+685', '0', '00', ''),
        fc.stringMatching(/^\d{3,15}$/),
      )
      .map(parts => parts.join('')),
  )
  const country = fc.constantFrom(...getCountries(), 'XX', '', '__proto__')

  it('it never throws, keeps only E.164, and reads and shows back the same number in any country', () => {
    fc.assert(
      fc.property(typed, country, country, (text, here, elsewhere) => {
        const parsed = parsePhone(text, here)
        formatPhone(text)
        if ('problem' in parsed) return
        expect(parsed.e164).toMatch(/^\+[1-9]\d{4,14}$/)
        expect(parsePhone(parsed.e164, elsewhere)).toEqual(parsed)
        expect(parsePhone(formatPhone(parsed.e164), elsewhere)).toEqual(parsed)
      }),
      { numRuns: 3000 },
    )
  })
})
