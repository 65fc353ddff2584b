import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schedule } from '#contract/schedules.ts'
import type { SeriesSession } from '#contract/series.ts'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { type ChangeOfSeries, type SeriesScope, scopesOf, sessionsIn } from './series-sessions.ts'

/** The sessions of the series, the chosen scope, and single sessions chosen or left out. */
export function useSeries(schedule: Pick<Schedule, 'id' | 'starts_at'>, isChosenFirst: (session: SeriesSession) => boolean) {
  const query = useQuery(queryOptionsOf('GET /api/schedules/{id}/series', { params: { id: schedule.id } }))
  const [scope, setScope] = useState<SeriesScope>('this')
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const sessions = query.data?.sessions ?? []
  const isChosen = (session: SeriesSession) => choices.get(session.id) ?? isChosenFirst(session)
  return {
    scope,
    setScope,
    scopes: scopesOf(sessions, schedule),
    sessions: sessionsIn(scope, sessions, schedule),
    /** Later sessions that one change cannot reach. */
    more: query.data?.more ?? 0,
    isLoading: query.isPending,
    error: query.error,
    refetch: query.refetch,
    isChosen,
    choose: ({ id }: SeriesSession, chosen: boolean) => setChoices(before => new Map(before).set(id, chosen)),
  }
}

type Time = { id: string; starts_at?: string; ends_at?: string }

/** What the change does to each session of the scope. Nothing is stored. */
export function useSeriesPreview(id: string, series: ReturnType<typeof useSeries>, change: ChangeOfSeries) {
  const [times, setTimes] = useState<readonly Time[]>([])
  const sessions = series.sessions.map(session => ({ id: session.id, revision: session.revision }))
  const chosen_times = times.filter(time => sessions.some(session => session.id === time.id))
  const body = { change, sessions, chosen_times }
  const query = useQuery({
    queryKey: ['POST /api/schedules/{id}/series/preview', id, body],
    queryFn: ({ signal }) => call('POST /api/schedules/{id}/series/preview', { params: { id }, body, signal }),
    enabled: series.scope !== 'this' && sessions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  return {
    previews: new Map(query.data?.sessions.map(session => [session.id, session])),
    isCurrent: query.data !== undefined && !query.isPlaceholderData,
    error: query.error,
    refetch: query.refetch,
    chosen_times,
    chooseTime: (session: string, field: 'starts_at' | 'ends_at', moment: string) =>
      setTimes(before => [
        ...before.filter(time => time.id !== session),
        { ...before.find(time => time.id === session), id: session, [field]: moment },
      ]),
  }
}
