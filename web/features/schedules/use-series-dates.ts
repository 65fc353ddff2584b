import type { LocalDate } from '#domain/time/local-date.ts'
import { useEffect, useMemo, useState } from 'react'
import { isSeries, type ScheduleValues } from './schedule-values.ts'

type SeriesDates = typeof import('./series-dates.ts')

/**
 * The dates of the form's series. Null without repetition and until the iCalendar library is loaded, which
 * the first repetition requests. Until then the preview names the dates, but decisions are not possible.
 */
export function useSeriesDates(values: ScheduleValues, zone: string): LocalDate[] | null {
  const [rules, setRules] = useState<SeriesDates>()
  const isWanted = isSeries(values) && !rules
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    import('./series-dates.ts').then(
      loaded => isGone || setRules(loaded),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [isWanted])
  const { repeat, date } = values
  return useMemo(() => rules?.seriesDates({ repeat, date }, zone) ?? null, [rules, repeat, date, zone])
}
