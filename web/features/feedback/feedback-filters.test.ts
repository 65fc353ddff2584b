import { expect, test } from 'vitest'
import { daysOf, readFilters } from './feedback-filters.ts'

const id = '01900000-0000-7000-8000-000000000000'

test('treats a value that is no filter as not set', () => {
  expect(readFilters({ type: 'dog', mentor: 'me', from: '2026-02-30', value: '5', look: 'no' })).toEqual({ type: 'client' })
  expect(readFilters({ type: 'mentor', question: id, asked: 'How?', value: '5', from: '2026-02-28' })).toEqual({
    type: 'mentor',
    question_id: id,
    prompt: 'How?',
    value: '5',
    from: '2026-02-28',
  })
})

test('a month opens no days outside the filter', () => {
  expect(daysOf('2026-02', { from: '2026-02-10', to: '2026-02-20' })).toEqual({ from: '2026-02-10', to: '2026-02-20' })
  expect(daysOf('2026-02', { from: '2026-01-10', to: '2026-03-20' })).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

test('a month has its days', () => {
  expect([daysOf('2026-02'), daysOf('2028-02'), daysOf('2026-12')]).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2026-12-01', to: '2026-12-31' },
  ])
})
