import { expect, test } from 'vitest'
import { formatMergeField } from './format-merge-field.ts'

const record = {
  name: 'Ana Moreno',
  email: null,
  photo: null,
  channel: 'sms' as const,
  locale: 'de' as const,
  time_zone: 'Europe/London',
  contact_name: null,
  contact_phone: null,
  spoken_language: 'ar',
  needs_interpreter: false,
}

test('offers no two choices that read the same where one record needs an interpreter', () => {
  expect(formatMergeField('spoken_language', record)).toBe('Arabic')
  expect(formatMergeField('spoken_language', { ...record, needs_interpreter: true })).toBe('Needs an interpreter: Arabic')
})

test('offers no two photos without saying whose they are', () => {
  expect(formatMergeField('photo', record)).toBe('Photo of Ana Moreno')
})

test('names the language of the messages, not its code', () => {
  expect(formatMergeField('locale', record)).toBe('German')
})
