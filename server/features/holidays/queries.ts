import type { Holiday, HolidayQuery } from '#contract/holidays.ts'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'

/** A country or one of its regions, with its English name. */
interface Named {
  code: string
  name: string
}

/** A country such as `GB`, with regions such as `GB-ENG`. */
export interface HolidayCountry extends Named {
  regions: Named[]
}

/** The library's data take 0.3 s and 25 MB to load, so they are loaded at their first use. */
const load = async () => (await import('date-holidays')).default

/** Every country and region whose public holidays are known, by name. */
export async function listHolidayRegions(): Promise<HolidayCountry[]> {
  const Holidays = await load()
  const data = new Holidays()
  return named(data.getCountries('en')).map(country => ({
    ...country,
    regions: named(data.getStates(country.code, 'en') ?? {}).map(({ code, name }) => ({ code: `${country.code}-${code}`, name })),
  }))
}

const byName = new Intl.Collator('en')
const named = (names: Record<string, string>): Named[] =>
  Object.entries(names)
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => byName.compare(a.name, b.name))

/** Whether the holidays of such a region are known. */
export async function isHolidayRegion(region: string): Promise<boolean> {
  return (await listHolidayRegions()).some(({ code, regions }) => code === region || regions.some(one => one.code === region))
}

/** Years of regions. A year has 1 to 3 kB. */
const maxEntries = 500
const computed = new Map<string, ReadonlyMap<LocalDate, string>>()

/**
 * The public holidays among these local dates, by date, each with its English name; empty without a region.
 * Holidays of other types and those of half a day or less do not count.
 */
export async function findHolidays(region: string | null, dates: Iterable<LocalDate>): Promise<Map<LocalDate, string>> {
  const found = new Map<LocalDate, string>()
  if (region === null) return found
  for (const date of dates) {
    const name = (await holidaysOfYear(region, Number(date.slice(0, 4)))).get(date)
    if (name !== undefined) found.set(date, name)
  }
  return found
}

async function holidaysOfYear(region: string, year: number): Promise<ReadonlyMap<LocalDate, string>> {
  const key = `${region} ${year}`
  const known = computed.get(key)
  if (known) return known
  const names = await computeYear(region, year)
  const [oldest] = computed.keys()
  if (computed.size >= maxEntries && oldest !== undefined) computed.delete(oldest)
  computed.set(key, names)
  return names
}

async function computeYear(region: string, year: number): Promise<Map<LocalDate, string>> {
  const Holidays = await load()
  const [country = '', state = ''] = region.split('-')
  const data = new Holidays(country, state, { types: ['public'] })
  const names = new Map<LocalDate, string>()
  // A holiday of several days can begin in the year before.
  for (const of of [year - 1, year])
    for (const { date, start, end, name } of data.getHolidays(of, 'en'))
      for (const day of daysOf(date, end.getTime() - start.getTime()))
        if (Number(day.slice(0, 4)) === year) names.set(day, joinNames(names.get(day), name))
  return names
}

/** The local dates of which a holiday takes more than half. `text` is its local start, `2026-12-24 18:00:00`. */
function daysOf(text: string, lengthMs: number): LocalDate[] {
  const starts = Number(text.slice(11, 13))
  const ends = starts + lengthMs / 3_600_000
  const days: LocalDate[] = []
  for (let day = 0; day * 24 < ends; day += 1)
    if (Math.min(ends, day * 24 + 24) - Math.max(starts, day * 24) > 12) days.push(addDays(text.slice(0, 10), day))
  return days
}

const joinNames = (before: string | undefined, name: string) =>
  before === undefined || before.split(', ').includes(name) ? name : `${before}, ${name}`

/** The public holidays at active places, by date, each name of a date once. */
export async function listHolidays(db: Connection, _scope: Scope, { from, to }: HolidayQuery): Promise<Holiday[]> {
  const places = await db
    .selectFrom('places')
    .select(['id', 'name', 'holiday_region'])
    .where('active', '=', true)
    .where('holiday_region', 'is not', null)
    .orderBy('name')
    .execute()
  const dates: LocalDate[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  const found = new Map<string, Holiday>()
  for (const { id, name: place, holiday_region } of places)
    for (const [date, name] of await findHolidays(holiday_region, dates)) {
      const holiday = found.get(`${date} ${name}`) ?? { date, name, places: [] }
      holiday.places.push({ id, name: place })
      found.set(`${date} ${name}`, holiday)
    }
  return [...found.values()].toSorted((a, b) => a.date.localeCompare(b.date))
}
