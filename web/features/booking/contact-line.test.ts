import { expect, test } from 'vitest'
import { contactParts } from './contact-line.tsx'

test('numbers and addresses in a sentence can be pressed, hours cannot', () => {
  expect(contactParts('Ring 020 7946 0182 (weekdays 9:00 to 17:00) or write to hello@larkfield.example')).toEqual([
    { text: 'Ring ' },
    { text: '020 7946 0182', href: 'tel:02079460182' },
    { text: ' (weekdays 9:00 to 17:00) or write to ' },
    { text: 'hello@larkfield.example', href: 'mailto:hello@larkfield.example' },
  ])
})

test.each(['', 'Come to the desk'])('without either it stays as it is: %o', text => {
  expect(contactParts(text)).toEqual(text ? [{ text }] : [])
})
