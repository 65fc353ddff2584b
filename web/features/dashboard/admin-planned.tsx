import type { AbilityName } from '#contract/abilities.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Planned } from '../../ui/planned.tsx'

interface AdminPlannedProps {
  title: string
  will: string
  /** The page has no route guard: without this ability it says so in place. */
  ability?: AbilityName
}

/** A page of the admin area that a later release fills. */
export function AdminPlanned({ title, will, ability }: AdminPlannedProps) {
  const schedules = can('Schedule List')
  return (
    <Planned
      title={title}
      will={will}
      notice={ability && <NeedsAbility ability={ability} />}
      meanwhile={
        <>
          {schedules && (
            <ButtonLink to={paths.schedules()} kind="primary">
              {t('planned.toSchedules')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.admin()}>{t('planned.toDashboard')}</ButtonLink>
        </>
      }
    />
  )
}
