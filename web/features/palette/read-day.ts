import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import { region, t } from '../../lib/messages.ts'

const names = new Intl.DateTimeFormat(region, { weekday: 'long', timeZone: 'UTC' })
/** The names of the seven days from a date on, in lower case. */
const weekdays = (from: LocalDate) => Array.from({ length: 7 }, (_, days) => names.format(Date.parse(addDays(from, days))).toLowerCase())

/** A day named in the text, the next one of that name, and the text without it: "thursday’s workshop". */
export function readDay(text: string, today: LocalDate): { date: LocalDate | undefined; rest: string } {
  const near = [t('palette.today'), t('palette.tomorrow')]
  for (const [days, name] of [...near.entries(), ...weekdays(today).entries()]) {
    const named = new RegExp(`(^|\\s)${name}(?:['’]s)?(?=\\s|$)`, 'i')
    if (named.test(text)) return { date: addDays(today, days), rest: text.replace(named, ' ').trim() }
  }
  return { date: undefined, rest: text }
}
