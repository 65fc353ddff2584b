import { expect, test } from 'vitest'
import { matchWords } from './match-words.ts'

test.each([
  ['', 'Users', 0],
  ['sett', 'Settings', 0],
  ['SÉTT', 'Settings', 0],
  ['list wait', 'Waiting list', 0],
  ['tings', 'Settings', 1],
])('%j fits %j', (typed, name, rank) => expect(matchWords(typed, name)).toBe(rank))

test.each([
  ['setings', 'Settings'],
  ['shcedule', 'Schedules'],
  ['uesrs', 'Users'],
  ['wating list', 'Waiting list'],
])('forgives the typo in %j for %j', (typed, name) => expect(matchWords(typed, name)).toBeGreaterThan(1))

test.each([
  ['usr', 'Users'],
  ['place', 'Roles'],
  ['users x', 'Users'],
  ['audit', 'Absences'],
])('%j is not %j', (typed, name) => expect(matchWords(typed, name)).toBeNull())
