import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { addDays, daysBetween, weekdayOf } from '../time/local-date.ts'
import { excludeDates, repeatDates } from './repeat-dates.ts'

const dates = (rrule: string, first: string, zone?: string) => {
  const answer = repeatDates({ rrule, first, zone })
  return 'dates' in answer ? answer.dates.join(' ') : answer.problem
}

describe('repeatDates', () => {
  it.each([
    ['FREQ=DAILY;COUNT=3', '2025-03-29', '2025-03-29 2025-03-30 2025-03-31'],
    ['RRULE:FREQ=WEEKLY;COUNT=3', '2025-10-20', '2025-10-20 2025-10-27 2025-11-03'],
    ['freq=weekly;byday=mo,we;count=4', '2025-05-05', '2025-05-05 2025-05-07 2025-05-12 2025-05-14'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4', '2025-05-06', '2025-05-06 2025-05-18 2025-05-20 2025-06-01'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4', '2025-05-06', '2025-05-06 2025-05-11 2025-05-20 2025-05-25'],
    ['FREQ=MONTHLY;COUNT=4', '2025-01-31', '2025-01-31 2025-03-31 2025-05-31 2025-07-31'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2025-01-31', '2025-01-31 2025-02-28 2025-03-28'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', '2025-05-30', '2025-05-30 2025-06-30 2025-07-31'],
    ['FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;COUNT=3', '2024-02-29', '2024-02-29 2028-02-29 2032-02-29'],
    ['FREQ=YEARLY;COUNT=3', '2025-05-05', '2025-05-05 2026-05-05 2027-05-05'],
    ['FREQ=YEARLY;INTERVAL=2;UNTIL=20290504', '2025-05-05', '2025-05-05 2027-05-05'],
    ['FREQ=YEARLY;COUNT=3', '2024-02-29', '2024-02-29 2028-02-29 2032-02-29'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2', '2025-03-01', '2025-03-01 2028-02-29'],
    ['FREQ=YEARLY;BYMONTH=5;BYDAY=2TU;COUNT=3', '2026-05-12', '2026-05-12 2027-05-11 2028-05-09'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=-1FR;COUNT=3', '2026-11-27', '2026-11-27 2027-11-26 2028-11-24'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29;UNTIL=20340228', '2024-02-29', '2024-02-29 2028-02-29 2032-02-29'],
    ['FREQ=DAILY;UNTIL=20250507', '2025-05-05', '2025-05-05 2025-05-06 2025-05-07'],
    ['FREQ=DAILY;UNTIL=20250507T090000', '2025-05-05', '2025-05-05 2025-05-06 2025-05-07'],
  ])('%s from %s', (rrule, first, expected) => expect(dates(rrule, first)).toBe(expected))

  it('counts the first date, also where the rule does not name it', () => {
    expect(dates('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2025-05-07')).toBe('2025-05-07 2025-05-12 2025-05-19')
    expect(dates('FREQ=WEEKLY;COUNT=1', '2025-05-07')).toBe('2025-05-07')
    expect(dates('FREQ=WEEKLY;BYDAY=MO;COUNT=1', '2025-05-07')).toBe('2025-05-07')
    expect(dates('FREQ=WEEKLY;UNTIL=20250507', '2025-05-07')).toBe('2025-05-07')
    expect(dates('FREQ=WEEKLY;UNTIL=20250513', '2025-05-07')).toBe('2025-05-07')
  })

  it('reads an UNTIL that is an instant as its date in the zone', () => {
    expect(dates('FREQ=DAILY;UNTIL=20250506T200000Z', '2025-05-06', 'Asia/Kathmandu')).toBe('2025-05-06 2025-05-07')
    expect(dates('FREQ=DAILY;UNTIL=20250507T013000Z', '2025-05-06', 'America/St_Johns')).toBe('2025-05-06')
    expect(dates('FREQ=DAILY;UNTIL=20250507T013000Z', '2025-05-06')).toBe('2025-05-06 2025-05-07')
  })

  it('allows 200 dates, or fewer if a limit is given', () => {
    expect(dates('FREQ=DAILY;COUNT=200', '2025-01-01').split(' ')).toHaveLength(200)
    expect(dates('FREQ=DAILY;COUNT=201', '2025-01-01')).toBe('too_many')
    expect(dates('FREQ=DAILY;UNTIL=20250719', '2025-01-01').split(' ')).toHaveLength(200)
    expect(dates('FREQ=DAILY;UNTIL=20250720', '2025-01-01')).toBe('too_many')
    expect(repeatDates({ rrule: 'FREQ=DAILY;COUNT=11', first: '2025-01-01', limit: 10 })).toEqual({ problem: 'too_many' })
    expect(repeatDates({ rrule: 'FREQ=DAILY;COUNT=201', first: '2025-01-01', limit: 500 })).toEqual({ problem: 'too_many' })
  })

  it.each<[string, string]>([
    ['endless', 'FREQ=DAILY'],
    ['endless', 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31'],
    ['too_many', 'FREQ=DAILY;COUNT=999999999'],
    ['too_many', 'FREQ=DAILY;UNTIL=21991231'],
    ...[
      '',
      'daily',
      'COUNT=3',
      'FREQ=SECONDLY;COUNT=3',
      'FREQ=YEARLY;BYDAY=1MO;COUNT=3',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=3',
      'FREQ=YEARLY;INTERVAL=999;COUNT=2',
      'FREQ=YEARLY;COUNT=12',
      'FREQ=YEARLY;BYWEEKNO=20;COUNT=2',
      'FREQ=YEARLY;BYYEARDAY=100;COUNT=2',
      'FREQ=DAILY;COUNT=0',
      'FREQ=DAILY;COUNT=-1',
      'FREQ=DAILY;COUNT=1e2',
      'FREQ=DAILY;COUNT=9999999999',
      'FREQ=DAILY;COUNT=3;UNTIL=20250601',
      'FREQ=DAILY;COUNT=3;COUNT=4',
      'FREQ=DAILY;COUNT=3;',
      'FREQ=DAILY;INTERVAL=0;COUNT=2',
      'FREQ=DAILY;INTERVAL=1000000000;COUNT=2',
      'FREQ=DAILY;UNTIL=20250431',
      'FREQ=DAILY;UNTIL=20241231',
      'FREQ=DAILY;UNTIL=99991231',
      'FREQ=DAILY;UNTIL=soon',
      'FREQ=WEEKLY;BYDAY=XX;COUNT=2',
      'FREQ=WEEKLY;BYDAY=1MO;COUNT=2',
      'FREQ=WEEKLY;BYMONTHDAY=1;COUNT=2',
      'FREQ=DAILY;BYSETPOS=1;COUNT=2',
      'FREQ=DAILY;BYHOUR=1,2,3;COUNT=2',
      'FREQ=DAILY;RSCALE=HEBREW;COUNT=2',
      'FREQ=DAILY;COUNT=2;__proto__=1',
      'FREQ=DAILY;COUNT=2\nEXDATE:20250102',
      'DTSTART:20250101\nRRULE:FREQ=DAILY;COUNT=2',
      'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31;COUNT=5',
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;UNTIL=21991231',
      'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;COUNT=3',
      'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=400;COUNT=2',
      'FREQ=MONTHLY;INTERVAL=99;COUNT=200',
      'FREQ=DAILY;INTERVAL=7;BYDAY=MO;COUNT=3',
      'FREQ=DAILY;COUNT=2'.padEnd(600),
    ].map(rule => ['bad_rule', rule] as [string, string]),
  ])('%s: %j', (problem, rrule) => expect(dates(rrule, '2025-01-01')).toBe(problem))

  it('looks ten years ahead and no further', () => {
    expect(dates('FREQ=MONTHLY;COUNT=121', '2025-01-01').split(' ').at(-1)).toBe('2035-01-01')
    expect(dates('FREQ=MONTHLY;COUNT=122', '2025-01-01')).toBe('bad_rule')
    expect(dates('FREQ=MONTHLY;INTERVAL=12;UNTIL=20350101', '2025-01-01').split(' ')).toHaveLength(11)
    expect(dates('FREQ=MONTHLY;INTERVAL=12;UNTIL=20350102', '2025-01-01')).toBe('bad_rule')
    expect(dates('FREQ=YEARLY;COUNT=11', '2025-01-01').split(' ').at(-1)).toBe('2035-01-01')
    expect(dates('FREQ=YEARLY;UNTIL=20350102', '2025-01-01')).toBe('bad_rule')
  })

  // The slowest rules: 200 to 500 ms each for a single request.
  it.each([
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=99;COUNT=3',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30,31;COUNT=3',
    'FREQ=YEARLY;BYMONTH=1,2,3;BYDAY=MO;BYSETPOS=366;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=5;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO;BYMONTH=1;BYSETPOS=9;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYMONTH=1;BYSETPOS=2;COUNT=60',
    'FREQ=DAILY;BYDAY=MO;BYSETPOS=2;UNTIL=21991231',
  ])('a rule that names no date does not hold the thread: %s', rrule => {
    const times = [1, 2, 3].map(() => {
      const start = process.cpuUsage()
      expect(dates(rrule, '2025-01-01')).toBe('bad_rule')
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    })
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it('refuses a first date that is none', () => expect(dates('FREQ=DAILY;COUNT=2', '2025-02-30')).toBe('bad_rule'))
})

describe('leaveOut', () => {
  const series = ['2027-03-21', '2027-03-28', '2027-04-04']

  it('takes dates out of those that the rule counts, the first one too', () => {
    expect(excludeDates(series, [])).toEqual({ dates: series })
    expect(excludeDates(series, ['2027-03-28'])).toEqual({ dates: ['2027-03-21', '2027-04-04'] })
    expect(excludeDates(series, ['2027-04-04', '2027-03-21'])).toEqual({ dates: ['2027-03-28'] })
  })

  it('refuses a date that is none of the series, one that is named twice, and leaving none', () => {
    expect(excludeDates(series, ['2027-03-28', '2027-03-29'])).toEqual({ problem: 'not_in_series', index: 1 })
    expect(excludeDates(series, ['2027-03-28', '2027-03-28'])).toEqual({ problem: 'twice', index: 1 })
    expect(excludeDates(series, series)).toEqual({ problem: 'none_left' })
  })

  it('never names another date, and never more or fewer than were asked for', () => {
    const anySeries = fc.integer({ min: 1, max: 30 }).map(count => repeatDates({ rrule: `FREQ=DAILY;COUNT=${count}`, first: '2027-03-21' }))
    fc.assert(
      fc.property(anySeries, fc.array(fc.nat({ max: 40 }), { maxLength: 40 }), (all, days) => {
        const dates = 'dates' in all ? all.dates : []
        const skipped = [...new Set(days)].map(day => addDays('2027-03-21', day)).filter(date => dates.includes(date))
        const kept = excludeDates(dates, skipped)
        if (skipped.length === dates.length) expect(kept).toEqual({ problem: 'none_left' })
        else expect('dates' in kept && [...kept.dates, ...skipped].toSorted()).toEqual(dates)
      }),
    )
  })
})

describe('in a process of any zone', () => {
  const own = process.env.TZ
  afterEach(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })

  it.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/London', 'Pacific/Apia', 'Pacific/Pago_Pago'])(
    '%s the dates are the same',
    zone => {
      process.env.TZ = zone
      expect(dates('FREQ=DAILY;COUNT=3', '2025-03-29')).toBe('2025-03-29 2025-03-30 2025-03-31')
      expect(dates('FREQ=WEEKLY;BYDAY=SU;UNTIL=20251102', '2025-10-19')).toBe('2025-10-19 2025-10-26 2025-11-02')
      expect(dates('FREQ=DAILY;COUNT=3', '2011-12-29')).toBe('2011-12-29 2011-12-30 2011-12-31')
      expect(dates('FREQ=MONTHLY;COUNT=3', '2025-01-31')).toBe('2025-01-31 2025-03-31 2025-05-31')
    },
  )
})

describe('against counting the days by hand', () => {
  const anyDate = fc.integer({ min: 0, max: 20_000 }).map(days => addDays('2010-01-01', days))
  const interval = fc.integer({ min: 1, max: 6 })
  const count = fc.integer({ min: 2, max: 30 })
  const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
  const byHand = (first: string, most: number, names: (date: string) => boolean) => {
    const found = [first]
    for (let date = addDays(first, 1); found.length < most; date = addDays(date, 1)) if (names(date)) found.push(date)
    return found.join(' ')
  }
  const monday = (date: string) => addDays(date, 1 - weekdayOf(date))

  it('daily', () => {
    fc.assert(
      fc.property(anyDate, interval, count, (first, every, most) => {
        expect(dates(`FREQ=DAILY;INTERVAL=${every};COUNT=${most}`, first)).toBe(
          byHand(first, most, date => daysBetween(first, date) % every === 0),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('weekly on some weekdays', () => {
    fc.assert(
      fc.property(anyDate, interval, count, fc.subarray(codes, { minLength: 1 }), (first, every, most, on) => {
        const names = (date: string) =>
          on.includes(codes[weekdayOf(date) - 1]!) && (daysBetween(monday(first), monday(date)) / 7) % every === 0
        expect(dates(`FREQ=WEEKLY;INTERVAL=${every};BYDAY=${on.join(',')};COUNT=${most}`, first)).toBe(byHand(first, most, names))
      }),
      { numRuns: 50 },
    )
  })

  // At most ten years: byHand counts every day.
  const years = (first: string, every: number, names: (date: string) => boolean) => {
    const found = [first]
    const last = `${Number(first.slice(0, 4)) + 9}-12-31`
    for (let date = addDays(first, 1); date <= last; date = addDays(date, 1))
      if ((Number(date.slice(0, 4)) - Number(first.slice(0, 4))) % every === 0 && names(date)) found.push(date)
    return found.join(' ')
  }
  const untilOf = (first: string) => `UNTIL=${Number(first.slice(0, 4)) + 9}1231`

  it('yearly on a date', () => {
    const leapDay = fc.constantFrom('2024-02-29', '2028-02-29', '2096-02-29')
    fc.assert(
      fc.property(fc.oneof(anyDate, leapDay), interval, (first, every) => {
        const expected = years(first, every, date => date.slice(5) === first.slice(5))
        expect(dates(`FREQ=YEARLY;INTERVAL=${every};${untilOf(first)}`, first)).toBe(expected)
        const byParts = `BYMONTH=${Number(first.slice(5, 7))};BYMONTHDAY=${Number(first.slice(8))}`
        expect(dates(`FREQ=YEARLY;INTERVAL=${every};${byParts};${untilOf(first)}`, first)).toBe(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('yearly on a weekday of a month', () => {
    fc.assert(
      fc.property(anyDate, interval, fc.integer({ min: 1, max: 12 }), fc.constantFrom(1, 2, 3, 4, 5, -1), (first, every, month, nth) => {
        const weekday = weekdayOf(first)
        const isNth = (date: string) =>
          Number(date.slice(5, 7)) === month &&
          weekdayOf(date) === weekday &&
          (nth > 0 ? Math.ceil(Number(date.slice(8)) / 7) === nth : addDays(date, 7).slice(5, 7) !== date.slice(5, 7))
        const rule = `FREQ=YEARLY;INTERVAL=${every};BYMONTH=${month};BYDAY=${nth}${codes[weekday - 1]}`
        expect(dates(`${rule};${untilOf(first)}`, first)).toBe(years(first, every, isNth))
      }),
      { numRuns: 50 },
    )
  })

  it('monthly on a day of the month', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 31 }), count, (first, day, most) => {
        expect(dates(`FREQ=MONTHLY;BYMONTHDAY=${day};COUNT=${most}`, first)).toBe(
          byHand(first, most, date => Number(date.slice(8)) === day),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('whatever the text', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=WEEKLY',
      'FREQ=MONTHLY',
      'FREQ=YEARLY',
      'COUNT=200',
      'COUNT=2',
      'UNTIL=21991231',
      'UNTIL=20300101T000000Z',
      'INTERVAL=999',
      'BYDAY=5MO',
      'BYDAY=MO',
      'BYMONTHDAY=31,-31',
      'BYMONTH=2',
      'BYSETPOS=-366',
      'BYSETPOS=1,-1',
      'WKST=SU',
    ),
    fc
      .tuple(fc.constantFrom('FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS'), fc.string())
      .map(pair => pair.join('=')),
  )

  it('it answers soon, with dates in order from the first or a problem', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 7 }), parts => {
        const began = performance.now()
        const answer = repeatDates({ rrule: parts.join(';'), first: '2025-01-01' })
        expect(performance.now() - began).toBeLessThan(2000)
        if ('problem' in answer) return
        expect(answer.dates[0]).toBe('2025-01-01')
        expect(answer.dates.length).toBeLessThanOrEqual(200)
        expect([...new Set(answer.dates)].toSorted()).toEqual(answer.dates)
      }),
    )
  })
})
