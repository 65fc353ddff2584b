import type { Appointment } from '#contract/appointments.ts'
import { IconRepeat } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Link to book the same support type and mentor again. `short`: the mentor's name is already next to it. */
export function BookAgain({ appointment: { support_type, mentor }, short }: { appointment: Appointment; short?: boolean }) {
  if (!support_type.active) return null
  return (
    <ButtonLink
      to={paths.booking({ support_type: support_type.id, mentor: mentor.id })}
      kind={short ? 'plain' : 'quiet'}
      icon={<IconRepeat size={18} aria-hidden="true" />}
    >
      {short ? t('myAppointments.bookAgain') : t('myAppointments.bookAgainWith', { name: mentor.name })}
      {short && <span className="visually-hidden"> {t('myAppointments.bookAgainName', { name: mentor.name })}</span>}
    </ButtonLink>
  )
}
