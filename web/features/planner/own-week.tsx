import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Board } from './board.tsx'
import { DayStrip } from './day-strip.tsx'
import { daysAsTracks, layoutBoard } from './layout-board.ts'
import { lookupOf } from './lookup.ts'
import { PhoneDay } from './phone-day.tsx'
import { daysOf, mondayOf, stepDate, usePlannerParams } from './planner-params.ts'
import styles from './planner.module.css'
import { BoardRights } from './rights.ts'

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
  const [, setParams] = useSearchParams<'mentor'>()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
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
  const go = (to: string) => setParams({ date: to === today ? undefined : to })
  return (
    <BoardRights value={rights}>
      <div className={styles.planner}>
        <div className={`${styles.where} no-print`}>
          <IconButton label={t('planner.before.week')} onClick={() => go(stepDate('week', date, -1))}>
            <IconChevronLeft size={22} aria-hidden="true" className={styles.flips} />
          </IconButton>
          <h2 aria-live="polite">{t('week.label', { day: formatDate(mondayOf(date)) })}</h2>
          <IconButton label={t('planner.after.week')} onClick={() => go(stepDate('week', date, 1))}>
            <IconChevronRight size={22} aria-hidden="true" className={styles.flips} />
          </IconButton>
          {!days.includes(today) && (
            <Button kind="plain" small onClick={() => go(today)}>
              {t('today.title')}
            </Button>
          )}
        </div>
        <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.75rem" />}>
          {data =>
            shown && (
              <div aria-busy={query.isPlaceholderData}>
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
