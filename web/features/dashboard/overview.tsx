import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AttentionSection } from './attention-section.tsx'
import styles from './overview.module.css'
import { ReportSection } from './report-section.tsx'
import { TodaySection } from './today-section.tsx'
import { WeekSection } from './week-section.tsx'

const pollMs = 60_000

/** Figures of the day and the week, each linked to its list; hidden without access to the list. */
export function Overview() {
  const query = useQuery({ ...queryOptionsOf('GET /api/dashboard'), staleTime: 0, refetchInterval: pollMs })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={4} height="7rem" />}>
      {figures => (
        <div className={styles.overview}>
          <div className={styles.columns}>
            {figures.today && <TodaySection today={figures.today} free={figures.free_today} date={figures.date} />}
            <div className={styles.overview}>
              <AttentionSection figures={figures} />
              {figures.week && <WeekSection week={figures.week} today={figures.date} />}
            </div>
          </div>
          <ReportSection figures={figures} />
        </div>
      )}
    </Loaded>
  )
}
