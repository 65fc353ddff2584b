import type { Planner, PlannerSession } from '#contract/planner.ts'
import { expect, test } from 'vitest'
import { isSameTimes, shift, stretch, targetOf, timesAfter } from './change-times.ts'
import { layoutBoard } from './layout-board.ts'

const session = (id: string, from: string, to: string, fields: Partial<PlannerSession> = {}) =>
  ({ id, starts_local: from, ends_local: to, mentor_ids: ['ann'], place_id: 'hall', ...fields }) as PlannerSession
const planner = (sessions: PlannerSession[], fields: Partial<Planner> = {}): Planner => ({
  time_zone: 'Europe/London',
  sessions,
  away: [],
  closed: [],
  mentors: [
    { id: 'ann', name: 'Ann', photo: null },
    { id: 'ben', name: 'Ben', photo: null },
  ],
  places: [{ id: 'hall', name: 'Hall', time_zone: 'Europe/London' }],
  support_types: [],
  ...fields,
})
const days = ['2026-11-23', '2026-11-24']

test('every mentor is a track on one axis, also without a session', () => {
  const { tracks, hours } = layoutBoard(planner([session('late', '2026-11-24T19:00', '2026-11-24T20:30')]), {
    by: 'mentor',
    days,
    minMinutes: 0,
  })
  expect(tracks.map(({ id, days: own }) => [id, own.map(({ blocks }) => blocks.length)])).toEqual([
    ['ann', [0, 1]],
    ['ben', [0, 0]],
  ])
  expect(hours).toEqual({ from: 8, to: 21 })
})

test('overlapping sessions have lanes of their own, and short ones take the room of their text', () => {
  const sessions = [
    session('a', '2026-11-23T09:00', '2026-11-23T12:00'),
    session('b', '2026-11-23T10:00', '2026-11-23T10:30', { mentor_ids: ['ben'] }),
    session('c', '2026-11-23T11:00', '2026-11-23T13:00', { mentor_ids: ['ben'] }),
  ]
  const lanesOf = (minMinutes: number) =>
    layoutBoard(planner(sessions), { by: 'place', days, minMinutes }).tracks[0]?.days[0]?.blocks.map(({ lane }) => lane)
  expect(lanesOf(0)).toEqual([0, 1, 1])
  expect(lanesOf(120)).toEqual([0, 1, 2])
})

test('the text of a short late session begins before it where the axis ends, and lengthens no day', () => {
  const late = session('late', '2026-11-23T18:00', '2026-11-23T18:30')
  const before = session('before', '2026-11-23T14:00', '2026-11-23T17:00')
  const { hours, tracks } = layoutBoard(planner([late, before]), { by: 'place', days, minMinutes: 150 })
  expect(hours).toEqual({ from: 8, to: 19 })
  expect(tracks[0]?.days[0]?.blocks.map(({ session: { id }, from, at, lane }) => [id, from, at, lane])).toEqual([
    ['before', 840, 840, 0],
    // From 16:30 on there is text of the other one.
    ['late', 1080, 990, 1],
  ])
})

test('only the shown days lengthen the axis', () => {
  const other = session('other', '2026-11-30T06:00', '2026-11-30T22:00')
  expect(layoutBoard(planner([other]), { by: 'mentor', days, minMinutes: 0 }).hours).toEqual({ from: 8, to: 18 })
})

test('a session past midnight and a long absence are on each of their days', () => {
  const { tracks } = layoutBoard(
    planner([session('night', '2026-11-23T22:00', '2026-11-24T02:00')], {
      away: [{ mentor_id: 'ben', starts_local: '2026-11-20T00:00', ends_local: '2026-11-24T12:00', kind: 'time_off' }],
    }),
    { by: 'mentor', days, minMinutes: 0 },
  )
  expect(tracks[0]?.days.map(({ blocks }) => blocks.map(({ from, to }) => [from, to]))).toEqual([[[1320, 1440]], [[0, 120]]])
  expect(tracks[1]?.days.map(({ shades }) => shades.map(({ from, to }) => [from, to]))).toEqual([[[0, 1440]], [[0, 720]]])
})

test('a closed day shades the place, not its mentors', () => {
  const closed = [{ place_id: 'hall', date: '2026-11-23', reason: 'Holiday' }]
  const shaded = (by: 'mentor' | 'place') =>
    layoutBoard(planner([], { closed }), { by, days, minMinutes: 0 }).tracks.flatMap(track => track.days.flatMap(({ shades }) => shades))
  expect(shaded('place')).toEqual([{ kind: 'closed', from: 0, to: 1440, reason: 'Holiday' }])
  expect(shaded('mentor')).toEqual([])
})

test('a moved session keeps its length, its other mentors and their order', () => {
  const two = session('two', '2026-11-23T22:00', '2026-11-24T02:00', { mentor_ids: ['cem', 'ann'] })
  const before = targetOf(two, 'ann')
  expect(before).toEqual({ trackId: 'ann', date: '2026-11-23', from: 1320, to: 1560 })
  const after = timesAfter(two, before, { ...shift(before, 2), trackId: 'ben', date: '2026-11-25' }, 'mentor')
  expect(after).toEqual({
    starts_local: '2026-11-25T22:30',
    ends_local: '2026-11-26T02:30',
    mentor_ids: ['cem', 'ben'],
    place_id: 'hall',
  })
  expect(isSameTimes(after, two)).toBe(false)
  expect(isSameTimes(timesAfter(two, before, before, 'place'), { ...two, place_id: 'ann' })).toBe(true)
  expect(timesAfter(two, before, { ...before, trackId: 'cem' }, 'mentor').mentor_ids).toEqual(['cem'])
})

test('the end moves in steps, but not before the start or past a day', () => {
  const target = { trackId: 'ann', date: '2026-11-23', from: 540, to: 570 }
  expect(stretch(target, 1).to).toBe(585)
  expect(stretch(target, -9).to).toBe(555)
  expect(stretch(target, 999).to).toBe(540 + 1440)
  expect(shift(target, -99).from).toBe(0)
})
