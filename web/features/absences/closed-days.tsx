import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { useWide } from '../../ui/use-wide.ts'
import { closedDayOptions, type closedDayOrders } from './absence-orders.ts'
import styles from './absences.module.css'
import { canReassign } from './affected-appointments.tsx'
import { ClosedDayDialog } from './closed-day-dialog.tsx'
import { takeBackClosedDay } from './restore.ts'
import { ClosedDayRow } from './closed-day-row.tsx'
import { ClosedDayTable } from './closed-day-table.tsx'

interface ClosedDaysProps {
  /** Only this place; without it all places, in pages. */
  place?: { id: string; name: string }
  /** Page number and order, if all places are listed. */
  page?: number
  sort?: (typeof closedDayOrders)[number]
}

/** Upcoming closed days of one place or of all. A section with its own heading. */
export function ClosedDays({ place, page = 1, sort = 'date' }: ClosedDaysProps) {
  const [closing, setClosing] = useState(false)
  const navigate = useNavigate()
  const section = useRef<HTMLElement>(null)
  const takeFocus = () => section.current?.focus()
  const wide = useWide(60)
  const query = useQuery({
    ...queryOptionsOf('GET /api/closed-days', { query: place ? { place_id: place.id, per_page: 100 } : { page, sort } }),
    placeholderData: keepPreviousData,
  })
  const places = place ? [place] : (query.data?.places ?? [])
  return (
    <section ref={section} tabIndex={-1} className={styles.all} aria-label={t('closedDay.title')}>
      <div className={styles.head}>
        <h2>{t('closedDay.title')}</h2>
        <div className={`${styles.actions} no-print`}>
          {!place && <DownloadCsv list="closed-days" query={{ sort }} />}
          {can('Settings Edit') && (
            <Button
              kind={place ? 'quiet' : 'primary'}
              small={!!place}
              icon={<IconPlus size={18} aria-hidden="true" />}
              onClick={() => setClosing(true)}
            >
              {t('closedDay.enter')}
            </Button>
          )}
        </div>
      </div>
      <Loaded query={query}>
        {({ data, meta }) => (
          <>
            {meta.total === 0 && place && <p className="soft">{t('closedDay.none')}</p>}
            {meta.total === 0 && !place && (
              <EmptyState title={t('closedDay.noneTitle')} icon={<IconCalendarOff size={26} stroke={1.6} aria-hidden="true" />}>
                <p>{t('closedDay.noneText')}</p>
              </EmptyState>
            )}
            {!place && meta.total > 0 && !wide && <SortField sort={sort} standard="date" options={closedDayOptions()} />}
            {!place && meta.total > 0 && wide ? (
              <ClosedDayTable days={data} sort={sort} onRemoved={takeFocus} />
            ) : (
              <ul className={styles.list}>
                {data.map(day => (
                  <ClosedDayRow key={day.id} day={day} named={!place} onRemoved={takeFocus} />
                ))}
              </ul>
            )}
            {!place && <Pager meta={meta} />}
          </>
        )}
      </Loaded>
      {closing && (
        <ClosedDayDialog
          places={places}
          onClose={() => setClosing(false)}
          onClosed={day => {
            toastWithUndo(t('closedDay.done', { place: day.place.name, date: formatDate(day.date) }), () => takeBackClosedDay(day.id))
            if (day.affected > 0 && canReassign()) void navigate({ href: paths.reassign({ closed_day_id: day.id }) })
          }}
        />
      )}
    </section>
  )
}
