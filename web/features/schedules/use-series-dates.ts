import type { LocalDate } from '#domain/time/local-date.ts'
import { useEffect, useMemo, useState } from 'react'
import { isSeries, type ScheduleValues } from './schedule-values.ts'

type SeriesDates = typeof import('./series-dates.ts')

/**
 * The dates of the form's series. Null where nothing repeats, and until the rules are loaded, for which the first repeat asks: without them
 * the preview names every date as well, but nothing can be decided yet.
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
