import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isLocalDate } from '#domain/time/local-date.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { Loaded } from '../../ui/states.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { SavedViewsBar } from '../saved-views/saved-views-bar.tsx'
import styles from './absences.module.css'
import { canReassign } from './affected-appointments.tsx'
import { takeBackTimeOff } from './restore.ts'
import { OpenTimeOffRequests } from './open-requests.tsx'
import { TimeOffDialog } from './time-off-dialog.tsx'
import { TimeOffList } from './time-off-list.tsx'
import { timeOffOrders } from './absence-orders.ts'

/** Time off of all mentors. Adding it leads to the affected appointments. */
export function AllTimeOff() {
  const [params, setParams] = useSearchParams<'absences'>()
  const [entering, setEntering] = useState(false)
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const mentors = useQuery(queryOptionsOf('GET /api/mentor-list')).data?.data ?? []
  const from = params.from && isLocalDate(params.from) ? params.from : undefined
  const mentor_id = mentors.find(({ id }) => id === params.mentor)?.id
  const filters = { mentor_id, from }
  const page = Math.max(1, Number(params.page) || 1)
  const sort = sortParam(params.sort, timeOffOrders)
  const query = useQuery({
    ...queryOptionsOf('GET /api/time-off', { query: { ...filters, sort, page } }),
    placeholderData: keepPreviousData,
  })
  const enter = can('Schedule Edit') && (
    <Button kind="primary" icon={<IconPlus size={20} aria-hidden="true" />} onClick={() => setEntering(true)}>
      {t('timeOff.enter')}
    </Button>
  )
  const bind = (name: 'mentor' | 'from') => ({
    name,
    value: params[name] ?? '',
    onChange: (value: string) => setParams({ [name]: value || undefined, page: undefined }, { replace: true }),
  })
  return (
    <div ref={place} tabIndex={-1} className={styles.all}>
      {can('Schedule Edit') && <OpenTimeOffRequests onDecidedLast={() => place.current?.focus()} />}
      <div className={styles.head}>
        <h2>{t('absences.timeOff')}</h2>
        <div className={`${styles.actions} no-print`}>
          <DownloadCsv list="time-off" query={{ ...filters, sort }} />
          {enter}
        </div>
      </div>
      <search className={styles.filters}>
        <SelectField
          label={t('absences.mentor')}
          placeholder={t('absences.anyMentor')}
          options={namedOptions(mentors)}
          {...bind('mentor')}
        />
        <DateField label={t('absences.from')} {...bind('from')} />
      </search>
      <SavedViewsBar list="absences" pathOf={paths.absences} />
      <Loaded query={query}>
        {({ data, meta }) => (
          // Other filters: another selection.
          <TimeOffList
            key={JSON.stringify(filters)}
            entries={data}
            meta={meta}
            sort={sort}
            busy={query.isPlaceholderData}
            filtered={mentor_id !== undefined || from !== undefined}
          />
        )}
      </Loaded>
      {entering && (
        <TimeOffDialog
          mentors={mentors}
          onClose={() => setEntering(false)}
          onEntered={({ id, affected, mentor }) => {
            toastWithUndo(t('timeOff.done', { name: mentor.name }), () => takeBackTimeOff(id))
            if (affected > 0 && canReassign()) void navigate({ href: paths.reassign({ time_off_id: id }) })
          }}
        />
      )}
    </div>
  )
}
