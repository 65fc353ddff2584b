import { describe, expect, it } from 'vitest'
import { readRepeatRule } from './repeat-rule.ts'

const read = (text: string) => readRepeatRule(text, 'UTC')

describe('readRepeatRule', () => {
  it('separates COUNT and UNTIL from the other parts', () => {
    expect(read('FREQ=WEEKLY;COUNT=3;BYDAY=MO')).toEqual({ parts: 'FREQ=WEEKLY;BYDAY=MO', count: 3, until: null })
    expect(read('UNTIL=20250507;FREQ=DAILY')).toEqual({ parts: 'FREQ=DAILY', count: null, until: '2025-05-07' })
  })

  it('ignores spaces around the rule, and reads at most 500 characters', () => {
    expect(read(' RRULE:FREQ=DAILY;COUNT=2 ')).toEqual({ parts: 'FREQ=DAILY', count: 2, until: null })
    expect(read('FREQ=DAILY;COUNT=2'.padEnd(500))).not.toBeNull()
    expect(read('FREQ=DAILY;COUNT=2'.padEnd(501))).toBeNull()
  })

  it.each(['FREQ=DAILY;RRULE:COUNT=2', 'FREQ=DAILY=X;COUNT=2', 'FREQ=DAILY;COUNT', 'FREQ=DAILY;COUNT=2;COUNT=2'])('refuses %s', text => {
    expect(read(text)).toBeNull()
  })

  it.each([
    'FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=2',
    'FREQ=DAILY;BYMONTH=1;BYSETPOS=-1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=31',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,40',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-2',
    'FREQ=WEEKLY;BYMONTH=12;BYSETPOS=1',
    'FREQ=YEARLY;BYMONTH=1;BYDAY=MO;BYSETPOS=2',
    'FREQ=YEARLY;BYMONTH=1;BYDAY=MO;BYSETPOS=366',
  ])('accepts positions that a day, week, month or year of the rule can hold: %s', text => expect(read(text)).not.toBeNull())

  it.each([
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=32',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-3',
    'FREQ=WEEKLY;BYDAY=MO,MO;BYSETPOS=2',
    'FREQ=WEEKLY;BYMONTH=12;BYSETPOS=2',
    'FREQ=DAILY;BYDAY=MO,TU;BYSETPOS=2',
    'FREQ=YEARLY;BYMONTH=1;BYDAY=MO;BYSETPOS=367',
  ])('refuses positions that none of them can hold: %s', text => expect(read(text)).toBeNull())
})
