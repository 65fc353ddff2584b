import { expect, describe, it } from 'vitest'
import { parseBusyTimes, type ParseResult } from './parse-busy-times.ts'

const file = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//A test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
let count = 0
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${(count += 1)}@example.org`,
  'DTSTAMP:20261101T000000Z',
  ...lines,
  'END:VEVENT',
]
const read = (text: string, zone = 'Europe/London', from = '2026-11-20T00:00:00Z', until = '2027-11-20T00:00:00Z') =>
  parseBusyTimes({ text, zone, from, until })
const times = (answer: ParseResult) =>
  answer.ok ? answer.times.map(({ starts_at, ends_at }) => `${starts_at.slice(0, 16)} ${ends_at.slice(0, 16)}`) : answer
const of = (...lines: string[]) => times(read(file(...event(...lines))))

/** Outlook's name and rules for Berlin. */
const outlookZone = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

describe('one event', () => {
  it.each([
    ['in UTC', ['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'], ['2026-12-01T09:00 2026-12-01T10:00']],
    [
      'in a zone of its own',
      ['DTSTART;TZID=America/St_Johns:20261201T090000', 'DTEND;TZID=America/St_Johns:20261201T100000'],
      ['2026-12-01T12:30 2026-12-01T13:30'],
    ],
    [
      'with a path before its zone',
      ['DTSTART;TZID=/freeassociation.sourceforge.net/Asia/Kathmandu:20261201T090000', 'DURATION:PT1H'],
      ['2026-12-01T03:15 2026-12-01T04:15'],
    ],
    ['without a zone of any person', ['DTSTART:20270601T090000', 'DURATION:PT90M'], ['2027-06-01T08:00 2027-06-01T09:30']],
    [
      'across zones',
      ['DTSTART;TZID=Europe/London:20261201T090000', 'DTEND;TZID=Europe/Paris:20261201T120000'],
      ['2026-12-01T09:00 2026-12-01T11:00'],
    ],
    ['of a day', ['DTSTART;VALUE=DATE:20270601'], ['2027-05-31T23:00 2027-06-01T23:00']],
    ['of several days', ['DTSTART;VALUE=DATE:20270601', 'DTEND;VALUE=DATE:20270603'], ['2027-05-31T23:00 2027-06-02T23:00']],
    ['that takes no time', ['DTSTART:20261201T090000Z'], []],
    ['that ends before it begins', ['DTSTART:20261201T090000Z', 'DTEND:20261201T080000Z'], []],
    ['that is transparent', ['DTSTART:20261201T090000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
    ['that is cancelled', ['DTSTART:20261201T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
    [
      'that is tentative',
      ['DTSTART:20261201T090000Z', 'DURATION:PT1H', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE'],
      ['2026-12-01T09:00 2026-12-01T10:00'],
    ],
    ['that is over', ['DTSTART:20261101T090000Z', 'DURATION:PT1H'], []],
    ['that is too far ahead', ['DTSTART:20271201T090000Z', 'DURATION:PT1H'], []],
    ['that has begun', ['DTSTART:20261119T230000Z', 'DURATION:PT2H'], ['2026-11-19T23:00 2026-11-20T01:00']],
  ])('%s', (_what, lines, expected) => expect(of(...lines)).toEqual(expected))

  it('from our own feed is ignored', () => {
    expect(times(read(file('BEGIN:VEVENT', 'UID:0199-a@openhour', 'DTSTART:20261201T090000Z', 'DURATION:PT1H', 'END:VEVENT')))).toEqual([])
  })

  it('in a zone that the file defines uses that definition', () => {
    const at = (start: string) =>
      times(read(file(...outlookZone, ...event(`DTSTART;TZID=W. Europe Standard Time:${start}`, 'DURATION:PT1H'))))
    expect([at('20261201T090000'), at('20270601T090000')]).toEqual([
      ['2026-12-01T08:00 2026-12-01T09:00'],
      ['2027-06-01T07:00 2027-06-01T08:00'],
    ])
  })
})

describe('in the weeks that clocks change', () => {
  it('all day is the person’s own day, of 23 or 25 hours', () => {
    expect(of('DTSTART;VALUE=DATE:20270328')).toEqual(['2027-03-28T00:00 2027-03-28T23:00'])
    expect(of('DTSTART;VALUE=DATE:20271031')).toEqual(['2027-10-30T23:00 2027-11-01T00:00'])
    const there = read(file(...event('DTSTART;VALUE=DATE:20271031')), 'America/St_Johns')
    expect(times(there)).toEqual(['2027-10-31T02:30 2027-11-01T02:30'])
  })

  it('every week at nine is at nine', () => {
    const weekly = ['DTSTART;TZID=Europe/London:20270315T090000', 'DTEND;TZID=Europe/London:20270315T100000', 'RRULE:FREQ=WEEKLY;COUNT=3']
    const expected = ['2027-03-15T09:00 2027-03-15T10:00', '2027-03-22T09:00 2027-03-22T10:00', '2027-03-29T08:00 2027-03-29T09:00']
    expect(of(...weekly)).toEqual(expected)
    const berlin = ['DTSTART;TZID=W. Europe Standard Time:20270315T100000']
    expect(times(read(file(...outlookZone, ...event(berlin[0]!, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3'))))).toEqual(expected)
  })

  it('a time that is left out is by the clock before it, one that comes twice is the first', () => {
    expect(of('DTSTART;TZID=Europe/London:20270328T013000', 'DTEND;TZID=Europe/London:20270328T030000')).toEqual([
      '2027-03-28T01:30 2027-03-28T02:00',
    ])
    expect(of('DTSTART;TZID=Europe/London:20271031T013000', 'DTEND;TZID=Europe/London:20271031T030000')).toEqual([
      '2027-10-31T00:30 2027-10-31T03:00',
    ])
  })
})

describe('an instant in a rule is not compared with wall time', () => {
  const weekly = (zone: string, until: string, ...lines: string[]) =>
    of(`DTSTART;TZID=${zone}:20270111T100000`, `DTEND;TZID=${zone}:20270111T110000`, `RRULE:FREQ=WEEKLY;UNTIL=${until}`, ...lines)

  it.each([
    ['Europe/Berlin', '20270201T090000Z', '2027-02-01T09:00'],
    ['Asia/Kathmandu', '20270201T041500Z', '2027-02-01T04:15'],
    ['Australia/Sydney', '20270131T230000Z', '2027-01-31T23:00'],
    ['America/New_York', '20270201T150000Z', '2027-02-01T15:00'],
  ])('UNTIL at the last start in %s does not lose that occurrence', (zone, until, last) => {
    const found = weekly(zone, until) as string[]
    expect([found.length, found.at(-1)!.slice(0, 16)]).toEqual([4, last])
  })

  it('UNTIL a minute before a start does not add that occurrence', () => {
    expect(weekly('America/New_York', '20270201T145900Z')).toHaveLength(3)
    expect(weekly('Europe/Berlin', '20270201T085900Z')).toHaveLength(3)
  })

  it('UNTIL in summer, without a zone or as a date ends the series where its author meant', () => {
    const summer = (until: string) => of('DTSTART;TZID=Europe/London:20270601T090000', 'DURATION:PT1H', `RRULE:FREQ=WEEKLY;UNTIL=${until}`)
    expect(summer('20270615T080000Z')).toHaveLength(3)
    expect(summer('20270615T075900Z')).toHaveLength(2)
    expect(summer('20270615T090000')).toHaveLength(3)
    expect(summer('20270615')).toHaveLength(3)
    expect(of('DTSTART:20270601T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;UNTIL=20270603T080000Z')).toHaveLength(3)
    expect(of('DTSTART;VALUE=DATE:20270601', 'RRULE:FREQ=WEEKLY;UNTIL=20270614T230000Z')).toHaveLength(3)
  })

  it('EXDATE in UTC takes its occurrence out, also as a date', () => {
    const days = (exdate: string) => (weekly('Europe/Berlin', '20270201T090000Z', exdate) as string[]).map(span => span.slice(5, 10))
    expect(days('EXDATE:20270118T090000Z')).toEqual(['01-11', '01-25', '02-01'])
    expect(days('EXDATE;VALUE=DATE:20270118')).toEqual(['01-11', '01-25', '02-01'])
  })

  it.each([
    ['moved', ['DTSTART:20270119T090000Z', 'DURATION:PT1H'], ['01-11', '01-19', '01-25', '02-01']],
    ['cancelled', ['DTSTART:20270118T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], ['01-11', '01-25', '02-01']],
  ])('RECURRENCE-ID in UTC, or in another zone, does not leave the old time busy where one was %s', (_what, lines, expected) => {
    const series = ['DTSTART;TZID=Europe/Berlin:20270111T100000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4']
    for (const id of [':20270118T090000Z', ';TZID=America/New_York:20270118T040000']) {
      const text = file(
        'BEGIN:VEVENT',
        'UID:s',
        ...series,
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:s',
        `RECURRENCE-ID${id}`,
        ...lines,
        'END:VEVENT',
      )
      expect((times(read(text)) as string[]).map(span => span.slice(5, 10))).toEqual(expected)
    }
  })
})

describe('further dates', () => {
  it('RDATE without a rule does not lose DTSTART', () => {
    const dates = [
      'DTSTART;TZID=Europe/Berlin:20261201T100000',
      'DURATION:PT1H',
      'RDATE;TZID=Europe/Berlin:20261205T100000,20261206T120000',
    ]
    const expected = ['2026-12-01T09:00 2026-12-01T10:00', '2026-12-05T09:00 2026-12-05T10:00', '2026-12-06T11:00 2026-12-06T12:00']
    expect(of(...dates)).toEqual(expected)
    expect(of(...dates, 'EXDATE:20261205T090000Z')).toEqual([expected[0], expected[2]])
  })

  it('RDATE as periods does not make the event unreadable', () => {
    const answer = read(
      file(
        ...event(
          'DTSTART:20261201T100000Z',
          'DURATION:PT1H',
          'RDATE;VALUE=PERIOD:20261205T100000Z/20261205T130000Z,20261206T120000Z/PT30M',
        ),
      ),
    )
    expect([times(answer), answer.ok && answer.unread]).toEqual([
      ['2026-12-01T10:00 2026-12-01T11:00', '2026-12-05T10:00 2026-12-05T13:00', '2026-12-06T12:00 2026-12-06T12:30'],
      0,
    ])
  })
})

describe('a zone that is neither described nor known', () => {
  it.each(['Nowhere', 'W. Europe Standard Time', 'Customized Time Zone'])('%s is not silently the mentor’s own', tzid => {
    const lines = [`DTSTART;TZID=${tzid}:20270601T090000`, 'DURATION:PT1H']
    const answer = read(file(...event(...lines), ...event('DTSTART:20261201T090000Z', 'DURATION:PT1H')))
    expect(answer).toMatchObject({ ok: true, unread: 1, times: [{ starts_at: '2026-12-01T09:00:00.000Z' }] })
  })
})

describe('the exact length of a series', () => {
  it('is not shortened on the day whose start the clock skips', () => {
    expect(
      of('DTSTART;TZID=Europe/London:20270327T013000', 'DTEND;TZID=Europe/London:20270327T030000', 'RRULE:FREQ=DAILY;COUNT=2'),
    ).toEqual(['2027-03-27T01:30 2027-03-27T03:00', '2027-03-28T01:30 2027-03-28T03:00'])
  })

  it('counts the days of a DURATION on the wall clock and its hours exactly', () => {
    const start = 'DTSTART;TZID=Europe/London:20270327T220000'
    expect(of(start, 'DURATION:P1D', 'RRULE:FREQ=DAILY;COUNT=1')).toEqual(['2027-03-27T22:00 2027-03-28T21:00'])
    expect(of(start, 'DURATION:PT24H', 'RRULE:FREQ=DAILY;COUNT=1')).toEqual(['2027-03-27T22:00 2027-03-28T22:00'])
  })
})

describe('the examples of RFC 5545, 3.8.5.3', () => {
  /**
   * Month and day of each occurrence on New York's clock, from 1997-09-01 to 1998-12-31 unless said
   * otherwise.
   */
  const datesOf = (start: string, rule: string, until = '1999-01-01T05:00:00Z', ...lines: string[]) => {
    const text = file(...event(`DTSTART;TZID=America/New_York:${start}`, 'DURATION:PT15M', `RRULE:${rule}`, ...lines))
    const found = read(text, 'Europe/London', '1997-09-01T00:00:00Z', until)
    if (!found.ok) throw new Error(found.why)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })
    return found.times.map(({ starts_at }) => day.format(new Date(starts_at)).slice(5))
  }
  const september = (...days: number[]) => days.map(day => `09-${String(day).padStart(2, '0')}`)

  it.each([
    ['daily for 10 occurrences', 'FREQ=DAILY;COUNT=10', september(2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
    ['every other day, five times', 'FREQ=DAILY;INTERVAL=10;COUNT=5', ['09-02', '09-12', '09-22', '10-02', '10-12']],
    [
      'weekly until 24 December, 00:00 UTC',
      'FREQ=WEEKLY;UNTIL=19971224T000000Z',
      [
        '09-02',
        '09-09',
        '09-16',
        '09-23',
        '09-30',
        '10-07',
        '10-14',
        '10-21',
        '10-28',
        '11-04',
        '11-11',
        '11-18',
        '11-25',
        '12-02',
        '12-09',
        '12-16',
        '12-23',
      ],
    ],
    [
      'weekly on Tuesday and Thursday for five weeks',
      'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
      [...september(2, 4, 9, 11, 16, 18, 23, 25, 30), '10-02'],
    ],
    [
      'every other week on Tuesday and Thursday, for 8 occurrences',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
      [...september(2, 4, 16, 18, 30), '10-02', '10-14', '10-16'],
    ],
    [
      'monthly on the 2nd and 15th for 10 occurrences',
      'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
      ['09-02', '09-15', '10-02', '10-15', '11-02', '11-15', '12-02', '12-15', '01-02', '01-15'],
    ],
    [
      'every Tuesday, every other month',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=7',
      ['09-02', '09-09', '09-16', '09-23', '09-30', '11-04', '11-11'],
    ],
  ])('%s', (_what, rule, expected) => expect(datesOf('19970902T090000', rule)).toEqual(expected))

  it('the first Friday of the month until 24 December', () => {
    expect(datesOf('19970905T090000', 'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR')).toEqual(['09-05', '10-03', '11-07', '12-05'])
  })

  it('the last work day of the month', () => {
    expect(datesOf('19970930T090000', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=7')).toEqual([
      '09-30',
      '10-31',
      '11-28',
      '12-31',
      '01-30',
      '02-27',
      '03-31',
    ])
  })

  it('every Friday the 13th, with DTSTART taken out', () => {
    const lines = ['EXDATE;TZID=America/New_York:19970902T090000']
    expect(datesOf('19970902T090000', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', undefined, ...lines)).toEqual(['02-13', '03-13', '11-13'])
  })

  it('WKST changes which days of every other week are meant', () => {
    const rule = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU'
    expect(datesOf('19970805T090000', `${rule};WKST=MO`)).toEqual([])
    const of1997 = (wkst: string) => {
      const text = file(...event('DTSTART;TZID=America/New_York:19970805T090000', 'DURATION:PT15M', `RRULE:${rule};WKST=${wkst}`))
      const found = read(text, 'Europe/London', '1997-08-01T00:00:00Z', '1997-10-01T00:00:00Z')
      return found.ok && found.times.map(({ starts_at }) => starts_at.slice(5, 10))
    }
    expect([of1997('MO'), of1997('SU')]).toEqual([
      ['08-05', '08-10', '08-19', '08-24'],
      ['08-05', '08-17', '08-19', '08-31'],
    ])
  })
})

describe('files as others write them', () => {
  it('Google: a zone by name, UNTIL as an instant, one moved and one deleted', () => {
    const text = file(
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Work',
      'X-WR-TIMEZONE:Europe/Berlin',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Europe/Berlin:20270111T100000',
      'DTEND;TZID=Europe/Berlin:20270111T110000',
      'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20270208T225959Z;BYDAY=MO',
      'EXDATE;TZID=Europe/Berlin:20270125T100000',
      'DTSTAMP:20261122T100000Z',
      'UID:abc123@google.com',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Europe/Berlin:20270119T140000',
      'DTEND;TZID=Europe/Berlin:20270119T150000',
      'UID:abc123@google.com',
      'RECURRENCE-ID;TZID=Europe/Berlin:20270118T100000',
      'STATUS:CONFIRMED',
      'END:VEVENT',
    )
    expect(times(read(text))).toEqual([
      '2027-01-11T09:00 2027-01-11T10:00',
      '2027-01-19T13:00 2027-01-19T14:00',
      '2027-02-01T09:00 2027-02-01T10:00',
      '2027-02-08T09:00 2027-02-08T10:00',
    ])
  })

  it('Outlook: a zone defined in the file, UNTIL as an instant, busy status', () => {
    const text = file(
      'METHOD:PUBLISH',
      ...outlookZone,
      'BEGIN:VEVENT',
      'UID:040000008200E00074C5B7101A82E008',
      'RRULE:FREQ=WEEKLY;UNTIL=20270405T080000Z;INTERVAL=1;BYDAY=MO;WKST=MO',
      'EXDATE;TZID=W. Europe Standard Time:20270322T100000',
      'DTSTART;TZID=W. Europe Standard Time:20270315T100000',
      'DTEND;TZID=W. Europe Standard Time:20270315T103000',
      'CLASS:PUBLIC',
      'TRANSP:OPAQUE',
      'STATUS:CONFIRMED',
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      'END:VEVENT',
    )
    expect(times(read(text))).toEqual([
      '2027-03-15T09:00 2027-03-15T09:30',
      '2027-03-29T08:00 2027-03-29T08:30',
      '2027-04-05T08:00 2027-04-05T08:30',
    ])
  })

  it('Apple: a described zone, an all-day series, and one occurrence detached', () => {
    const text = file(
      'X-WR-CALNAME:Home',
      'BEGIN:VTIMEZONE',
      'TZID:Europe/London',
      'BEGIN:DAYLIGHT',
      'TZOFFSETFROM:+0000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'DTSTART:19810329T010000',
      'TZNAME:BST',
      'TZOFFSETTO:+0100',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'TZOFFSETFROM:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'DTSTART:19961027T020000',
      'TZNAME:GMT',
      'TZOFFSETTO:+0000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'TRANSP:OPAQUE',
      'UID:7E1B2C3D',
      'DTSTART;TZID=Europe/London:20270326T090000',
      'DTEND;TZID=Europe/London:20270326T100000',
      'RRULE:FREQ=WEEKLY;COUNT=3',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:7E1B2C3D',
      'RECURRENCE-ID;TZID=Europe/London:20270402T090000',
      'DTSTART;TZID=Europe/London:20270402T160000',
      'DTEND;TZID=Europe/London:20270402T170000',
      'END:VEVENT',
      ...event('DTSTART;VALUE=DATE:20270501', 'DTEND;VALUE=DATE:20270502', 'RRULE:FREQ=WEEKLY;UNTIL=20270508', 'TRANSP:OPAQUE'),
    )
    expect(times(read(text))).toEqual([
      '2027-03-26T09:00 2027-03-26T10:00',
      '2027-04-02T15:00 2027-04-02T16:00',
      '2027-04-09T08:00 2027-04-09T09:00',
      '2027-04-30T23:00 2027-05-01T23:00',
      '2027-05-07T23:00 2027-05-08T23:00',
    ])
  })
})

describe('recurrences', () => {
  const daily = ['DTSTART;TZID=Europe/London:20261130T090000', 'DTEND;TZID=Europe/London:20261130T100000', 'RRULE:FREQ=DAILY;COUNT=4']

  it('is left out on its exceptions, and comes on further dates', () => {
    expect(
      of(...daily, 'EXDATE;TZID=Europe/London:20261201T090000', 'EXDATE:20261202T090000Z', 'RDATE;TZID=Europe/London:20261210T090000'),
    ).toEqual(['2026-11-30T09:00 2026-11-30T10:00', '2026-12-03T09:00 2026-12-03T10:00', '2026-12-10T09:00 2026-12-10T10:00'])
  })

  it('is elsewhere where one of them was moved, and nowhere where one was cancelled or given back', () => {
    const series = ['BEGIN:VEVENT', 'UID:series', ...daily, 'END:VEVENT']
    const changed = (id: string, ...lines: string[]) => ['BEGIN:VEVENT', 'UID:series', `RECURRENCE-ID${id}`, ...lines, 'END:VEVENT']
    const text = file(
      ...changed(';TZID=Europe/London:20261130T090000', 'DTSTART:20261130T150000Z', 'DURATION:PT30M'),
      ...series,
      ...changed(':20261201T090000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
      ...changed(';TZID=Europe/London:20261202T090000', 'DTSTART:20261202T090000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
    )
    expect(times(read(text))).toEqual(['2026-11-30T15:00 2026-11-30T15:30', '2026-12-03T09:00 2026-12-03T10:00'])
  })

  it('is moved from one of them on, where it says so', () => {
    const series = ['BEGIN:VEVENT', 'UID:on', ...daily, 'END:VEVENT']
    const on = ['BEGIN:VEVENT', 'UID:on', 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20261202T090000']
    const text = file(...series, ...on, 'DTSTART;TZID=Europe/London:20261202T140000', 'DURATION:PT1H', 'END:VEVENT')
    expect(times(read(text))).toEqual(
      ['2026-11-30T09:00', '2026-12-01T09:00', '2026-12-02T14:00', '2026-12-03T14:00'].map(
        at => `${at} ${at.replace(/\d\d:/, hour => `${Number(hour.slice(0, 2)) + 1}:`.padStart(3, '0'))}`,
      ),
    )
  })

  it('counts where one was moved into the span from outside it, and alone without its series', () => {
    const moved = ['RECURRENCE-ID:20261001T090000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H']
    expect(times(read(file('BEGIN:VEVENT', 'UID:alone', ...moved, 'END:VEVENT')))).toEqual(['2026-12-01T09:00 2026-12-01T10:00'])
    const series = ['BEGIN:VEVENT', 'UID:both', 'DTSTART:20261001T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2', 'END:VEVENT']
    expect(times(read(file(...series, 'BEGIN:VEVENT', 'UID:both', ...moved, 'END:VEVENT')))).toEqual(['2026-12-01T09:00 2026-12-01T10:00'])
  })

  it('without an end stops at the booking horizon, even when it began long ago', () => {
    const answer = read(file(...event('DTSTART:20100101T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY')))
    expect(answer.ok && [answer.times.length, answer.times[0], answer.times.at(-1)]).toEqual([
      365,
      { starts_at: '2026-11-20T09:00:00.000Z', ends_at: '2026-11-20T10:00:00.000Z' },
      { starts_at: '2027-11-19T09:00:00.000Z', ends_at: '2027-11-19T10:00:00.000Z' },
    ])
  })
})

it('takes what FREEBUSY says is not free', () => {
  const text = file(
    'BEGIN:VFREEBUSY',
    'UID:f@example.org',
    'FREEBUSY;FBTYPE=BUSY:20261201T090000Z/20261201T100000Z,20261202T090000Z/PT30M',
    'FREEBUSY;FBTYPE=FREE:20261203T090000Z/PT1H',
    'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261204T090000Z/PT1H',
    'FREEBUSY:20261205T090000Z/PT1H',
    'END:VFREEBUSY',
  )
  expect(times(read(text))).toEqual([
    '2026-12-01T09:00 2026-12-01T10:00',
    '2026-12-02T09:00 2026-12-02T09:30',
    '2026-12-04T09:00 2026-12-04T10:00',
    '2026-12-05T09:00 2026-12-05T10:00',
  ])
})

it('makes one of what overlaps or follows at once', () => {
  const at = (start: string, end: string) => event(`DTSTART:20261201T${start}00Z`, `DTEND:20261201T${end}00Z`)
  expect(times(read(file(...at('1100', '1200'), ...at('0900', '1000'), ...at('0930', '1030'), ...at('1030', '1045'))))).toEqual([
    '2026-12-01T09:00 2026-12-01T10:45',
    '2026-12-01T11:00 2026-12-01T12:00',
  ])
})

it('passes over an event that cannot be understood, and says so', () => {
  const odd = ['DTSTART:nonsense', 'DTSTART:00000000', 'DTSTART;TZID=Europe/London:20261301T250000'].flatMap(line =>
    event(line, 'DURATION:PT1H'),
  )
  const answer = read(file(...odd, ...event('DTSTART:20261201T090000Z', 'DURATION:PT1H')))
  expect(times(answer)).toContain('2026-12-01T09:00 2026-12-01T10:00')
  expect(answer.ok && answer.unread).toBeGreaterThan(0)
})

it('reads on behind a mark of the order of bytes', () => {
  expect(times(read(`\uFEFF${file(...event('DTSTART:20261201T090000Z', 'DURATION:PT1H'))}`))).toEqual(['2026-12-01T09:00 2026-12-01T10:00'])
})

describe('invalid calendars', () => {
  it.each(['', 'BEGIN:VCALENDAR', '<html><body>Please log in</body></html>', 'BEGIN:VCARD\r\nEND:VCARD', '{}', '\u0000\u0001'])(
    'such as %j',
    text => expect(read(text)).toEqual({ ok: false, why: 'not_a_calendar' }),
  )

  it('an empty one is one', () => expect(read(file())).toEqual({ ok: true, times: [], unread: 0 }))

  it('nor is what would fill the database, or never end', () => {
    const minutes = ['DTSTART:20261201T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=MINUTELY;INTERVAL=30']
    expect(read(file(...event(...minutes)))).toEqual({ ok: false, why: 'too_many_times' })
    expect(read(file(...event('DTSTART:20000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')))).toEqual({
      ok: false,
      why: 'too_complicated',
    })
  })
})
