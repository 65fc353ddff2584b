import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PlannerSession } from '#contract/planner.ts'
import { Suspense, useMemo, useRef, useState, type ComponentProps } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { idParam } from '../../lib/param-values.ts'
import { paths } from '../../lib/paths.ts'
import { useOpened, useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useLostFocus } from '../../ui/use-lost-focus.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { useHolidays } from '../schedules/use-holidays.ts'
import { Board } from './board.tsx'
import { isSameTimes, timesAfter, type Target } from './change-times.ts'
import { DayStrip } from './day-strip.tsx'
import { layoutBoard, type BoardBy } from './layout-board.ts'
import { lookupOf } from './lookup.ts'
import { PhoneDay } from './phone-day.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { daysOf, usePlannerParams } from './planner-params.ts'
import { PlannerSheet } from './planner-sheet.tsx'
import { PlannerTools } from './planner-tools.tsx'
import styles from './planner.module.css'

const MonthView = lazyPart(() => import('./month-view.tsx'))
const PlannerDialogs = lazyPart(() => import('./planner-dialogs.tsx'))

/** Next to changes of this user, which refetch at once. */
const refetchIntervalMs = 60_000
/** Shorter blocks take the room of so many minutes. In a week, an hour is 17 px wide or more. */
const minMinutes = { week: 240, day: 25 }

/** The planner: a month of sums, or a board of a week or a day; on a phone, the list of a day. */
export function PlannerView() {
  const params = usePlannerParams()
  const { view, by, date, days, today, filters } = params
  const [address, setParams] = useSearchParams<'planner'>()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const printing = usePrinting()
  const [dialog, setDialog] = useState<OpenDialog>()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  // A phone shows one day, and its strip the week around it.
  const span = wide || view === 'month' ? days : daysOf('week', date)
  const boardDays = view === 'month' ? daysOf('week', date) : span
  const query = useQuery({
    ...queryOptionsOf('GET /api/planner', { query: { from: boardDays[0] ?? date, to: boardDays.at(-1) ?? date, ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  })
  const planner = query.data
  const shownDays = view === 'month' ? days : boardDays
  const findHoliday = useHolidays(shownDays[0], shownDays.at(-1))
  const placeIds = filters.place_id ? [filters.place_id] : (planner?.places.map(({ id }) => id) ?? [])
  const holidayOf = (day: string) => findHoliday(day, placeIds)
  const dayHoliday = view === 'day' || !wide ? holidayOf(date) : null
  const lookup = useMemo(() => planner && lookupOf(planner), [planner])
  const only = by === 'mentor' ? filters.mentor_id : filters.place_id
  const [first, last] = [boardDays[0], boardDays.at(-1)]
  const layout = useMemo(
    () =>
      planner &&
      first &&
      last &&
      layoutBoard(planner, { by, days: spanOf(first, last), minMinutes: first === last ? minMinutes.day : minMinutes.week, only }),
    [planner, by, first, last, only],
  )
  const change = (session: PlannerSession, before: Target, after: Target) => {
    const times = timesAfter(session, before, after, by)
    if (!isSameTimes(times, session)) setDialog({ kind: 'change', session, times })
  }
  const open = (id: string) => setParams({ open: id })
  const root = useRef<HTMLDivElement>(null)
  useLostFocus(root, lost => root.current && recoverFocus(root.current, lost))
  return (
    <div ref={root} className={styles.planner} {...preparing(PlannerDialogs)}>
      <PlannerTools params={params} planner={planner} onDialog={setDialog} />
      {view === 'month' ? (
        <Suspense fallback={<ListSkeleton rows={6} height="6rem" />}>
          <MonthView holidayOf={holidayOf} days={days} date={date} today={today} filters={filters} />
        </Suspense>
      ) : (
        <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.75rem" />}>
          {data =>
            layout && lookup && layout.tracks.length > 0 ? (
              <div aria-busy={query.isPlaceholderData}>
                {printing && <PlannerSheet planner={data} days={days} lookup={lookup} />}
                {dayHoliday && <p className="soft small">{t('planner.holiday', { name: dayHoliday })}</p>}
                {wide ? (
                  <Board
                    holidayOf={holidayOf}
                    planner={data}
                    layout={layout}
                    axis={view === 'day' ? 'y' : 'x'}
                    by={by}
                    lookup={lookup}
                    shown={shown}
                    onOpen={open}
                    onCreate={target => setDialog({ kind: 'create', target })}
                    onChange={change}
                    onCopyDay={day => setDialog({ kind: 'copy', what: 'day', from: day, to: day })}
                  />
                ) : (
                  <>
                    <DayStrip
                      days={boardDays}
                      date={date}
                      planner={data}
                      pathOf={day => paths.planner({ ...address, date: day === today ? undefined : day })}
                    />
                    <PhoneDay date={date} planner={data} lookup={lookup} shown={shown} onOpen={open} />
                  </>
                )}
              </div>
            ) : (
              <NoTracks by={by} />
            )
          }
        </Loaded>
      )}
      {planner && lookup && (
        <OpenDialogs
          planner={planner}
          lookup={lookup}
          by={by}
          dialog={dialog}
          onDialog={setDialog}
          onShow={(ids, day) => {
            setShown(new Set(ids))
            if (!boardDays.includes(day)) setParams({ date: day, open: undefined })
          }}
        />
      )}
    </div>
  )
}

/** An organisation without mentors or places plans nothing. */
function NoTracks({ by }: { by: BoardBy }) {
  const mentors = by === 'mentor'
  const action = mentors
    ? can('User Edit') && <ButtonLink to={paths.invitations({ new: 'one' })}>{t('opening.invite')}</ButtonLink>
    : can('Settings Edit') && <ButtonLink to={paths.places({ edit: 'new' })}>{t('opening.addPlace')}</ButtonLink>
  return (
    <EmptyState title={t(mentors ? 'planner.noMentors' : 'planner.noPlaces')} action={action}>
      <p>{t('planner.noneText')}</p>
    </EmptyState>
  )
}

/** Apart from the board, which a dialog that opens does not render again. */
function OpenDialogs(props: Omit<ComponentProps<typeof PlannerDialogs>, 'openId'>) {
  const openId = idParam(useOpened('open'))
  if (!props.dialog && openId === undefined) return null
  return (
    <Suspense fallback={null}>
      <PlannerDialogs {...props} openId={openId} />
    </Suspense>
  )
}

/** Of a session that left the board, the next one takes the focus; of all else, the heading. */
function recoverFocus(root: HTMLElement, { dataset: { stop } }: HTMLElement): void {
  const next = stop === undefined ? null : root.querySelector<HTMLElement>('[data-stop][tabindex="0"]')
  ;(next ?? root.querySelector<HTMLElement>('h2'))?.focus()
}

/** A week or a day. */
const spanOf = (first: string, last: string) => (first === last ? [first] : daysOf('week', first))
