import { afterEach, expect, test } from 'vitest'
import { clearOtherOwners } from '../../lib/tab-storage.ts'
import { keepResult, readResults, removeResult, type KeptResult } from './kept-results.ts'

const tuesday = { mentor_id: 'm', date: '2026-11-24' }
const result = (undo: string): KeptResult => ({ title: undo, answer: { outcomes: [], mentors: [], time_off_ids: [], undo } })

afterEach(() => clearOtherOwners('unknown'))

test('a second decision about a subject does not replace the first one’s phone list', () => {
  keepResult(tuesday, result('first'))
  keepResult(tuesday, result('second'))
  expect(readResults(tuesday).map(({ title }) => title)).toEqual(['second', 'first'])
})

test('keeps no result that was undone', () => {
  keepResult(tuesday, result('first'))
  keepResult(tuesday, result('second'))
  removeResult(tuesday, 'second')
  expect(readResults(tuesday).map(({ title }) => title)).toEqual(['first'])
})

test('shows a result for its own subject only', () => {
  keepResult(tuesday, result('first'))
  expect(readResults({ ...tuesday, date: '2026-11-25' })).toEqual([])
})

test('leaves no result in the tab after a logout', () => {
  keepResult(tuesday, result('first'))
  clearOtherOwners('next person')
  expect(readResults(tuesday)).toEqual([])
})
