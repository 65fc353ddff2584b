import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'

/** What can happen to the appointments of a person who is deactivated: only some staff may cancel them. */
export const appointmentChoices = () => [
  { value: 'keep', label: t('deactivate.keep'), text: t('deactivate.keepText') },
  ...(can('Appointment Edit') ? [{ value: 'cancel', label: t('deactivate.cancel'), text: t('deactivate.cancelText') }] : []),
]
