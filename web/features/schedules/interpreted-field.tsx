import type { ComponentProps } from 'react'
import { t } from '../../lib/messages.ts'
import { CheckField } from '../../ui/fields.tsx'

/** Whether times are kept for appointments with an interpreter. */
export const InterpretedField = (props: Omit<ComponentProps<typeof CheckField>, 'label'>) => (
  <div>
    <CheckField label={t('scheduleForm.interpreted')} {...props} />
    <p className="soft small">{t('scheduleForm.interpretedHint')}</p>
  </div>
)
