import type { TimeOff } from '#contract/absences.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField, TimeField } from '../../ui/date-field.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { MissingOffer } from '../opening/missing-offer.tsx'
import styles from './absences.module.css'
import { checkTimeOff, toNewTimeOff, emptyTimeOff } from './time-off-values.ts'

interface TimeOffDialogProps {
  /** The mentors to choose from. A single mentor is preset and not shown. */
  mentors: readonly { id: string; name: string }[]
  onClose: () => void
  onEntered: (off: TimeOff) => void
  /** The mentor requests it: called instead of `onEntered`. */
  onRequested?: (() => void) | undefined
}

/** Adds or requests time off: whole days or part of a day. */
export function TimeOffDialog({ mentors, onClose, onEntered, onRequested }: TimeOffDialogProps) {
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: emptyTimeOff(mentors.length === 1 ? mentors[0]?.id : ''),
    check: checkTimeOff,
    submit: async values => {
      if (onRequested) {
        const { mentor_id: _, ...body } = toNewTimeOff(values)
        await call('POST /api/mentor-time-off-requests', { body, idempotencyKey: keyFor(body) })
        onClose()
        return onRequested()
      }
      const body = toNewTimeOff(values)
      const off = await call('POST /api/time-off', { body, idempotencyKey: keyFor(body) })
      onClose()
      onEntered(off)
    },
  })
  const { part, first } = form.values
  return (
    <Dialog title={t(onRequested ? 'timeOffRequests.enter' : 'timeOff.enter')} onClose={onClose}>
      <FormFrame form={form} submit={t(onRequested ? 'timeOffRequests.send' : 'timeOff.save')} cancel={onClose}>
        <MissingOffer mentors={mentors} />
        {mentors.length !== 1 && (
          <SelectField label={t('timeOff.mentor')} placeholder="" options={namedOptions(mentors)} {...form.field('mentor_id')} />
        )}
        <div className={styles.pair}>
          <DateField label={t(part ? 'timeOff.date' : 'timeOff.first')} {...form.field('first')} />
          {!part && <DateField label={t('timeOff.last')} optional min={first} {...form.field('last')} />}
        </div>
        <CheckField label={t('timeOff.part')} {...form.field('part')} />
        {part && (
          <div className={styles.pair}>
            <TimeField label={t('timeOff.starts')} {...form.field('starts_at')} />
            <TimeField label={t('timeOff.ends')} {...form.field('ends_at')} />
          </div>
        )}
        <TextField label={t('timeOff.reason')} hint={t('timeOff.reasonHint')} optional maxLength={200} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
