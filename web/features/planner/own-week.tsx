import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDate } from '../../lib/time.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { Board } from './board.tsx'
import { DayStrip } from './day-strip.tsx'
import { daysAsTracks, layoutBoard } from './layout-board.ts'
import { lookupOf } from './lookup.ts'
import { PhoneDay } from './phone-day.tsx'
import { daysOf, usePlannerParams } from './planner-params.ts'
import styles from './planner.module.css'
import { BoardRights } from './rights.ts'
import { PlannerSheet } from './planner-sheet.tsx'
import { StepLine } from './step-line.tsx'

const refetchIntervalMs = 60_000
const none: ReadonlySet<string> = new Set()
const nothing = () => {}

/** A mentor only looks: sessions lead to their pages, also for mentors who can plan elsewhere. */
const rights = {
  canCreate: () => false,
  canChange: () => false,
  pageOf: ({ id }: { id: string }) => paths.mentorAppointments(id),
}

/** A week of the logged-in mentor's sessions; on a phone, a day. The address holds the date. */
export function OwnWeek() {
  const { date, today } = usePlannerParams()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const printing = usePrinting()
  const days = useMemo(() => daysOf('week', date), [date])
  const query = useQuery({
    ...queryOptionsOf('GET /api/mentor-planner', { query: { from: days[0] ?? date, to: days.at(-1) ?? date } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  })
  const planner = query.data
  const shown = useMemo(
    () =>
      planner && {
        lookup: lookupOf(planner),
        layout: daysAsTracks(layoutBoard(planner, { by: 'mentor', days, minMinutes: 25 }), formatDate),
      },
    [planner, days],
  )
  return (
    <BoardRights value={rights}>
      <div className={styles.planner}>
        <div className="no-print">
          <StepLine view="week" date={date} today={today} days={days} />
        </div>
        <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.75rem" />}>
          {data =>
            shown && (
              <div aria-busy={query.isPlaceholderData}>
                {printing && <PlannerSheet planner={data} days={days} lookup={shown.lookup} />}
                {data.sessions.length === 0 && wide && <p className="soft">{t('ownWeek.none')}</p>}
                {wide ? (
                  <Board
                    planner={data}
                    layout={shown.layout}
                    axis="y"
                    by="day"
                    lookup={shown.lookup}
                    shown={none}
                    onOpen={nothing}
                    onCreate={nothing}
                    onChange={nothing}
                    onCopyDay={nothing}
                  />
                ) : (
                  <>
                    <DayStrip
                      days={days}
                      date={date}
                      planner={data}
                      pathOf={day => paths.mentor({ view: 'week', date: day === today ? undefined : day })}
                    />
                    <PhoneDay date={date} planner={data} lookup={shown.lookup} shown={none} onOpen={nothing} />
                  </>
                )}
              </div>
            )
          }
        </Loaded>
      </div>
    </BoardRights>
  )
}
