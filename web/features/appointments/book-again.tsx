import type { Appointment } from '#contract/appointments.ts'
import { IconRepeat } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** The same kind of support with the same mentor; the booking page is where a time is chosen. */
export function BookAgain({ appointment: { support_type, mentor }, kind }: { appointment: Appointment; kind?: 'plain' }) {
  if (!support_type.active) return null
  return (
    <ButtonLink
      to={paths.booking({ support_type: support_type.id, mentor: mentor.id })}
      kind={kind}
      icon={<IconRepeat size={18} aria-hidden="true" />}
    >
      {t('mine.again', { name: mentor.name })}
    </ButtonLink>
  )
}
