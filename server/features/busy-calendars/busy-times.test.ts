import { expect, describe, it } from 'vitest'
import { readBusyTimes, type Read } from './busy-times.ts'

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
  readBusyTimes({ text, zone, from, until })
const times = (answer: Read) =>
  answer.ok ? answer.times.map(({ starts_at, ends_at }) => `${starts_at.slice(0, 16)} ${ends_at.slice(0, 16)}`) : answer
const of = (...lines: string[]) => times(read(file(...event(...lines))))

/** Outlook's own name and rules of Berlin. */
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
    ['on nobody’s clock', ['DTSTART:20270601T090000', 'DURATION:PT90M'], ['2027-06-01T08:00 2027-06-01T09:30']],
    ['in an unknown zone', ['DTSTART;TZID=Nowhere:20270601T090000', 'DURATION:PT1H'], ['2027-06-01T08:00 2027-06-01T09:00']],
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

  it('of our own is none', () => {
    expect(times(read(file('BEGIN:VEVENT', 'UID:0199-a@openhour', 'DTSTART:20261201T090000Z', 'DURATION:PT1H', 'END:VEVENT')))).toEqual([])
  })

  it('of a zone that the file describes by its own name is read by its rules', () => {
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

describe('what repeats', () => {
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

  it('for ever ends where nobody can be booked yet, however long ago it began', () => {
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

describe('what is no calendar', () => {
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
