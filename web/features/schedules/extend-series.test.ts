import { describe, expect, it } from 'vitest'
import { extendSeries, proposeRepeat } from './extend-series.ts'
import { ruleOf } from './repeat-builder.ts'
import type { OpenedSchedule } from './schedule-values.ts'

const last = (date: string) =>
  ({
    id: 'last',
    support_type_id: 't',
    place: { id: 'p' },
    time_zone: 'Europe/London',
    starts_at: `${date}T09:00:00Z`,
    ends_at: `${date}T11:00:00Z`,
    slot_minutes: 30,
    break_minutes: 0,
    seats_per_slot: 1,
    mentors: [{ id: 'm' }],
    note: 'Ring twice',
    meeting_url: null,
    booking_opens_at: null,
    status: 'published',
  }) as unknown as OpenedSchedule['schedule']
const rule = (...dates: string[]) => ruleOf(proposeRepeat(dates), dates.at(-1)!)

describe('proposeRepeat', () => {
  it.each([
    [['2026-11-24', '2026-12-01', '2026-12-08'], 'FREQ=WEEKLY;BYDAY=TU;COUNT=8'],
    [['2026-11-24', '2026-12-08', '2027-01-05'], 'FREQ=WEEKLY;BYDAY=TU;INTERVAL=2;COUNT=8'],
    [['2026-11-23', '2026-11-26', '2026-11-30', '2026-12-03'], 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=8'],
    [['2026-11-23', '2026-11-24', '2026-11-25'], 'FREQ=DAILY;COUNT=8'],
    [['2026-11-24'], 'FREQ=WEEKLY;BYDAY=TU;COUNT=8'],
    [['2026-12-27', '2027-01-03'], 'FREQ=WEEKLY;BYDAY=SU;COUNT=8'],
  ])('%s goes on with %s', (dates, expected) => {
    expect(rule(...dates)).toBe(expected)
  })
})

describe('extendSeries', () => {
  it.each([
    [['2026-11-24', '2026-12-01'], '2026-12-08'],
    [['2026-11-23', '2026-11-26', '2026-11-30'], '2026-12-03'],
    [['2026-11-23', '2026-11-26'], '2026-11-30'],
    [['2026-11-23', '2026-11-24', '2026-11-25'], '2026-11-26'],
    [['2026-11-24', '2026-12-08'], '2026-12-22'],
  ])('after %s comes %s', (dates, next) => {
    const { seriesOf, values } = extendSeries(last(dates.at(-1)!), dates)
    expect(seriesOf).toBe('last')
    expect(values).toMatchObject({ date: next, starts_at: '09:00', ends_at: '11:00', note: 'Ring twice', mentor_ids: ['m'] })
  })
})
