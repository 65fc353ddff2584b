import { expect, test } from 'vitest'
import { sessionOf } from '../test-sessions.ts'
import { nextOpening } from './next-opening.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const session = (opens: string | null, zone = 'Europe/London') => sessionOf({ opens, zone, slots: [] })

test('booking opens next at the first time ahead, not at one long ago or a later one', () => {
  const sessions = [
    session('2026-11-01T09:00:00Z'),
    session(null),
    session('2026-11-23T09:00:00Z'),
    session('2026-11-21T09:00:00.000Z', 'Atlantic/Azores'),
  ]
  expect(nextOpening(sessions, now)).toEqual({ opens: '2026-11-21T09:00:00.000Z', zone: 'Atlantic/Azores' })
})

test('booking that has opened at this moment is open', () => {
  expect(nextOpening([session('2026-11-20T12:00:00Z')], now)).toBeUndefined()
})
