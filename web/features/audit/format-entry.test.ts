import type { AuditEntry } from '#contract/audit.ts'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { listChanges } from './format-change.ts'
import { actionChoices, formatEntry, formatFolded, formatViewed } from './format-entry.ts'
import { foldRepeats } from './fold-repeats.ts'

const morgan = { id: 'm', name: 'Morgan' }
const jo = { id: 'j', name: 'Jo' }
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 'e',
  at: '2026-11-24T09:00:00Z',
  actor: morgan,
  action: 'changed',
  subject: 'schedule',
  subject_id: null,
  person: null,
  thing: null,
  reason: '',
  before: null,
  after: null,
  ...change,
})

test('says what people did with their own records in plain words', () => {
  const own = { actor: jo, person: jo }
  expect(formatEntry(entry({ ...own, action: 'joined', subject: 'waiting' }))).toBe('Jo joined the waiting list')
  const booked = { action: 'booked', subject: 'appointment', thing: { name: '7K2M9QXR', schedule_id: null, time_zone: null } }
  expect(formatEntry(entry({ ...own, ...booked }))).toBe('Jo booked their own appointment 7K2M-9QXR')
  expect(formatEntry(entry({ action: 'translated', subject: 'session_note' }))).toBe('Morgan translated a note for clients')
  expect(formatEntry(entry({ person: jo, ...booked }))).toBe('Morgan booked the appointment 7K2M-9QXR of Jo')
})

test('names no subject by its internal word where a mentor’s day was reassigned', () => {
  const reassigned = entry({ action: 'reassigned', subject: 'mentor', person: jo })
  expect(formatEntry(reassigned)).toBe('Morgan reassigned the appointments of Jo to another mentor')
})

test('offers actions as sentences that show where names stand', () => {
  const labels = actionChoices().map(({ label }) => label)
  expect(labels).toContain('A copied passkey of … was refused')
  expect(labels).toContain('Approved …')
  expect(labels.filter(label => / (of|for|to|in)$/.test(label))).toEqual([])
})

/** The labels of both filters in a language. */
async function labelsIn(language: string): Promise<string[][]> {
  const file = new URL(`../../messages/${language}.json`, import.meta.url)
  const texts = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  const messages = Object.fromEntries(texts.map(([id, text]) => [id, compileMessage(text)]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  vi.resetModules()
  vi.doMock('../../lib/messages.ts', async original => ({
    ...(await original<typeof import('../../lib/messages.ts')>()),
    language,
    region: language,
    t: (id: string, values?: Record<string, string>) => i18n._(id, values),
  }))
  const filters = await import('./format-entry.ts')
  vi.doUnmock('../../lib/messages.ts')
  vi.resetModules()
  return [filters.actionChoices(), filters.thingChoices()].map(all => all.map(({ label }) => label))
}

test.each(['en', 'de', 'fr', 'es', 'ar'])('offers every action and every subject under a label of its own in %s', async language => {
  const [actions = [], things = []] = await labelsIn(language)
  for (const labels of [actions, things]) expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
  expect(actions.filter(label => /^[:،]|\b(de|of|for)$/.test(label))).toEqual([])
  expect(things.filter(label => /…| (de|of|von)$|^(A|An|The|Une?|L[ea]s?|El|Los|Den|Die|Das|Einen?) /.test(label))).toEqual([])
})

test('offers actions as sentences and subjects as names in German', async () => {
  const [actions, things] = await labelsIn('de')
  expect(actions).toEqual(expect.arrayContaining(['… hat … gebucht', '… hat Abwesenheit entfernt', '… hat einen Schließtag eingetragen']))
  expect(things).toEqual(expect.arrayContaining(['Schließtag', 'Termin', 'Wartelisteneintrag', 'Akte']))
})

test('says opened records in one sentence, with the part of each', () => {
  const people = ['Ana', 'Ben', 'Cai', 'Dee', 'Eve']
  const opened = people.map(name =>
    entry({ action: 'opened', subject: 'record', subject_id: name, person: { id: name, name }, after: { what: 'feedback' } }),
  )
  expect(foldRepeats(opened).map(formatFolded)).toEqual(['Morgan opened 5 records: Ana, Ben, Cai and 2 others'])
  expect(formatViewed(opened[0]!)).toBe('Read feedback')
})

test('names changed fields and codes as the forms do', () => {
  const before = { status: 'draft', slot_minutes: 45, mentor_ids: ['a'], revision: 1, note: '' }
  const after = { status: 'published', slot_minutes: 60, mentor_ids: ['b'], revision: 2, note: '' }
  expect(listChanges(entry({ before, after }), { a: 'Ana', b: 'Ben' })).toEqual([
    { field: 'Status', before: 'Draft', after: 'Published' },
    { field: 'Slot length', before: '45 minutes', after: '1 hour' },
    { field: 'Mentors', before: 'Ana', after: 'Ben' },
  ])
  const fields = { subject: 'user', after: { fields: ['phone', 'email'] } }
  expect(listChanges(entry(fields), {})).toEqual([{ field: 'Changed', before: '', after: 'Phone, E-mail' }])
})

test('names settings as their page does', () => {
  const reminders = { subject: 'settings', before: { reminder_minutes: [1440] }, after: { reminder_minutes: [1440, 120] } }
  expect(listChanges(entry(reminders), {})).toEqual([
    { field: 'Reminders: Before the session', before: '24 hours', after: '24 hours, 2 hours' },
  ])
})

test('leaves out ids that have no name', () => {
  const after = { appointment_id: '019bcc0a-8480-7d9d-9a91-e748a74bb00d' }
  expect(listChanges(entry({ after }), {})).toEqual([])
})
