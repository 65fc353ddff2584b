import { repeatDates } from '#domain/availability/repeat-dates.ts'
import { describe, expect, it } from 'vitest'
import { noRepeat, weekdayOrdinal, repeatProblem, ruleOf, weekdaysOf, type RepeatChoice } from './repeat-builder.ts'

const tuesday = '2026-11-24'
const choice = (change: Partial<RepeatChoice>): RepeatChoice => ({ ...noRepeat, how: 'weekly', ...change })
const dates = (change: Partial<RepeatChoice>, first = tuesday) => {
  const answer = repeatDates({ rrule: ruleOf(choice(change), first) ?? '', first })
  return 'dates' in answer ? answer.dates : answer.problem
}

describe('ruleOf', () => {
  it('makes no rule where nothing repeats', () => {
    expect(ruleOf(noRepeat, tuesday)).toBeNull()
  })

  it('writes a weekly rule, the first session’s weekday always among its days', () => {
    expect(ruleOf(choice({ weekdays: [4], count: '4' }), tuesday)).toBe('FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4')
    expect(weekdaysOf(choice({ weekdays: [5, 1] }), tuesday)).toEqual([1, 2, 5])
  })

  it('writes every second week until a date', () => {
    expect(ruleOf(choice({ every: '2', end: 'until', until: '2026-12-22' }), tuesday)).toBe(
      'FREQ=WEEKLY;BYDAY=TU;INTERVAL=2;UNTIL=20261222',
    )
    expect(dates({ every: '2', end: 'until', until: '2026-12-22' })).toEqual(['2026-11-24', '2026-12-08', '2026-12-22'])
  })

  it('writes daily and monthly rules that mean what they say', () => {
    expect(dates({ how: 'daily', count: '3' })).toEqual(['2026-11-24', '2026-11-25', '2026-11-26'])
    expect(dates({ how: 'monthly_date', count: '3' })).toEqual(['2026-11-24', '2026-12-24', '2027-01-24'])
    expect(dates({ how: 'monthly_weekday', count: '3' })).toEqual(['2026-11-24', '2026-12-22', '2027-01-26'])
  })

  it('counts a fifth weekday as the last of its month, and leaves out months without a 31st', () => {
    expect(weekdayOrdinal('2026-06-30')).toBe(-1)
    expect(dates({ how: 'monthly_weekday', count: '3' }, '2026-06-30')).toEqual(['2026-06-30', '2026-07-28', '2026-08-25'])
    expect(dates({ how: 'monthly_date', count: '3' }, '2026-10-31')).toEqual(['2026-10-31', '2026-12-31', '2027-01-31'])
  })

  it('writes yearly rules that mean what they say', () => {
    expect(ruleOf(choice({ how: 'yearly_date', count: '3' }), tuesday)).toBe('FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24;COUNT=3')
    expect(dates({ how: 'yearly_date', count: '3' })).toEqual(['2026-11-24', '2027-11-24', '2028-11-24'])
    expect(dates({ how: 'yearly_weekday', count: '3' })).toEqual(['2026-11-24', '2027-11-23', '2028-11-28'])
    expect(dates({ how: 'yearly_weekday', count: '2' }, '2026-06-30')).toEqual(['2026-06-30', '2027-06-29'])
    expect(dates({ how: 'yearly_date', count: '3' }, '2028-02-29')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29'])
  })

  it('accepts yearly rules that end within ten years, and none that the server refuses', () => {
    const firsts = [tuesday, '2028-02-29']
    for (const first of firsts)
      for (const every of ['1', '2', '3', '4', '6', '10', '11'])
        for (const count of ['1', '2', '3', '4', '5', '6', '11', '12'])
          for (const how of ['yearly_date', 'yearly_weekday'] as const) {
            const yearly = choice({ how, every, count })
            const rrule = `${ruleOf({ ...yearly, count: '1' }, first)?.replace('COUNT=1', `COUNT=${count}`)}`
            const isFine = 'dates' in repeatDates({ rrule, first })
            if (how === 'yearly_date' || !isFine)
              expect([first, rrule, repeatProblem(yearly, first)]).toEqual([first, rrule, isFine ? null : 'years'])
          }
    expect(repeatProblem(choice({ how: 'yearly_date', end: 'until', until: '2036-11-24' }), tuesday)).toBeNull()
    expect(repeatProblem(choice({ how: 'yearly_date', end: 'until', until: '2036-11-25' }), tuesday)).toBe('years')
  })

  it('refuses what is no number, too many dates, and an end before the start', () => {
    expect(repeatProblem(choice({ every: '0' }), tuesday)).toBe('every')
    expect(repeatProblem(choice({ count: '201' }), tuesday)).toBe('count')
    expect(repeatProblem(choice({ count: '2.5' }), tuesday)).toBe('count')
    expect(repeatProblem(choice({ end: 'until', until: '2026-11-23' }), tuesday)).toBe('until')
    expect(repeatProblem(choice({ end: 'until', until: '' }), tuesday)).toBe('until')
    expect(ruleOf(choice({ count: '0' }), tuesday)).toBeNull()
  })
})
