import type { Holiday } from '#contract/holidays.ts'
import { useQuery } from '@tanstack/react-query'
import { daysBetween, type LocalDate } from '#domain/time/local-date.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'

/** The public holidays of a date at these places as text; null if there are none. */
export type HolidayOf = (date: LocalDate, placeIds: Iterable<string>) => string | null

/** Public holidays from the first to the last date, if these are near enough to each other. */
export function useHolidays(from: LocalDate | undefined, to: LocalDate | undefined): HolidayOf {
  const { data } = useQuery({
    ...queryOptionsOf('GET /api/holidays', { query: { from: from ?? '', to: to ?? '' } }),
    enabled: from !== undefined && to !== undefined && daysBetween(from, to) < 400,
    staleTime: 600_000,
  })
  return (date, placeIds) => formatHolidays(data?.data ?? [], date, new Set(placeIds))
}

/** Names the places of a holiday that is not one at all of these. */
export function formatHolidays(holidays: readonly Holiday[], date: LocalDate, placeIds: ReadonlySet<string>): string | null {
  const texts = holidays.flatMap(({ date: on, name, places }) => {
    const shown = on === date ? places.filter(({ id }) => placeIds.has(id)) : []
    if (shown.length === 0) return []
    return shown.length === placeIds.size ? [name] : [t('holidays.at', { name, places: formatPlainList(shown.map(place => place.name)) })]
  })
  return texts.length > 0 ? texts.join('; ') : null
}
