import { expect, it } from 'vitest'
import { listChanges } from './list-changes.ts'
import type { SettingsValues } from './settings-values.ts'

const saved = {
  site_name: 'Harbour',
  contact: '',
  notice_minutes: '120',
  offer_minutes: '1440',
  reminder_minutes: ['1440', '4320'],
  low_score: '2',
  record_reason: false,
  embed_origins: '',
} as unknown as SettingsValues

it('names nothing that was put back', () => {
  expect(listChanges(saved, { ...saved, reminder_minutes: ['1440', '4320'] })).toEqual([])
})

it('shows values as people read them, in the order of the page', () => {
  const values = {
    ...saved,
    record_reason: true,
    reminder_minutes: [],
    notice_minutes: '45',
    offer_minutes: '',
    contact: '020 1',
    low_score: '0',
  }
  expect(listChanges(saved, values).map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Contact', '(empty)', '020 1'],
    ['Booking closes before the start', '2 hours', '45 minutes'],
    ['Before the session', '24 hours, 3 days', '(empty)'],
    ['Offers are reserved for', '24 hours', '(empty)'],
    ['Flag feedback of', '2 stars or fewer', 'no score: never'],
    ['Require a reason for opening a record outside one’s own work', 'Off', 'On'],
  ])
})

it('says which logo and colour come and go', () => {
  const logo = `${'a'.repeat(32)}-640x160`
  const before = { ...saved, accent: '#fff3b0', logo_light: '', logo_dark: '' }
  expect(
    listChanges(before, { ...before, accent: '', logo_light: logo }).map(({ label, before: was, after }) => [label, was, after]),
  ).toEqual([
    ['Accent colour', '#fff3b0', 'Standard colour'],
    ['Logo for light pages', 'No logo', 'Logo of 640 × 160 pixels'],
  ])
})
