import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** Empty state: the address names no session, mentor's day or absence. */
export function NothingToReassign() {
  const ways = can('Schedule List') && (
    <>
      <ButtonLink to={paths.planner()} kind="primary">
        {t('reassign.toWeek')}
      </ButtonLink>
      <ButtonLink to={paths.absences()}>{t('reassign.toAbsences')}</ButtonLink>
    </>
  )
  return (
    <EmptyState title={t('reassign.chooseTitle')} action={ways}>
      {t('reassign.chooseText')}
    </EmptyState>
  )
}
