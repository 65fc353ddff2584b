import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Planned } from '../../ui/planned.tsx'

/** A page of the mentor area that a later release fills. */
export function MentorPlanned({ title, will, below }: { title: string; will: string; below?: boolean }) {
  const session = useSession()
  return (
    <Planned
      title={title}
      will={will}
      meanwhile={
        <>
          {below && (
            <ButtonLink to={paths.mentor()} kind="primary">
              {t('planned.toMentor')}
            </ButtonLink>
          )}
          {session?.isAdmin && can('Schedule List') && <ButtonLink to={paths.schedules()}>{t('planned.toSchedules')}</ButtonLink>}
          <ButtonLink to={paths.my()}>{t('profile.appointments')}</ButtonLink>
        </>
      }
    />
  )
}
