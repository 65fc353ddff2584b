import type { AuditEntry } from '#contract/audit.ts'
import { expect, test } from 'vitest'
import { foldRepeats, openedPeople } from './fold-repeats.ts'

const morgan = { id: 'm', name: 'Morgan' }
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 'e',
  at: '2026-11-24T09:00:00Z',
  actor: morgan,
  action: 'opened',
  subject: 'record',
  subject_id: 'a',
  person: { id: 'a', name: 'Ana' },
  thing: null,
  reason: '',
  before: null,
  after: { what: 'appointment' },
  ...change,
})
const ben = { subject_id: 'b', person: { id: 'b', name: 'Ben' } }
const lengths = (entries: AuditEntry[]) => foldRepeats(entries).map(({ repeats }) => repeats.length + 1)

test('folds the records that one person opens in a row', () => {
  const [row, ...others] = foldRepeats([entry({}), entry(ben), entry({}), entry({ actor: null })])
  expect(row?.repeats).toHaveLength(2)
  expect(openedPeople(row!)).toEqual(['Ana', 'Ben'])
  expect(others).toHaveLength(1)
})

test('keeps an opened record with another reason apart', () => {
  expect(lengths([entry({}), entry({ reason: 'Asked by the police' }), entry({})])).toEqual([1, 1, 1])
})

test('folds the same change of the same thing, but no change with details of its own', () => {
  const arrived = { action: 'arrived', subject: 'appointment', after: null }
  expect(lengths([entry(arrived), entry(arrived), entry({ ...arrived, ...ben })])).toEqual([2, 1])
  expect(lengths([entry({ ...arrived, after: { status: 'arrived' } }), entry({ ...arrived, after: { status: 'arrived' } })])).toEqual([
    1, 1,
  ])
})
