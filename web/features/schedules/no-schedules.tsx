import { IconCalendarOff } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { isFiltered, clearedFilters, readFilters } from './schedule-filters.ts'

/** Empty state: because of the filters or because nothing is planned. */
export function NoSchedules() {
  const [params, setParams] = useSearchParams<'schedules'>()
  const icon = <IconCalendarOff size={26} stroke={1.6} aria-hidden="true" />
  const plan = can('Schedule Create') && (
    <ButtonLink to={paths.scheduleCreate()} kind="primary">
      {t('schedules.new')}
    </ButtonLink>
  )
  if (isFiltered(readFilters(params))) {
    return (
      <EmptyState
        title={t('schedules.noneFilteredTitle')}
        icon={icon}
        action={<Button onClick={() => setParams(clearedFilters)}>{t('schedules.showAll')}</Button>}
      >
        <p>{t('schedules.noneFilteredText')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('schedules.noneTitle')} icon={icon} action={plan}>
      <p>{t(plan ? 'schedules.noneText' : 'schedules.noneTextReader')}</p>
    </EmptyState>
  )
}
