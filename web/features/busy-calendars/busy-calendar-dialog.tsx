import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { toast } from '../../ui/toast.ts'

interface BusyCalendarDialogProps {
  /** The mentors to choose from. A single mentor is preset and not shown. */
  mentors: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Adds the address of a mentor's external calendar. */
export function BusyCalendarDialog({ mentors, onClose }: BusyCalendarDialogProps) {
  const form = useForm({
    initial: { mentor_id: mentors.length === 1 ? (mentors[0]?.id ?? '') : '', address: '' },
    check: ({ mentor_id, address }) => ({
      ...(!mentor_id && { mentor_id: t('busyCalendars.mentorMissing') }),
      ...(!address.trim() && { address: t('busyCalendars.addressMissing') }),
    }),
    submit: async body => {
      await call('POST /api/busy-calendars', { body })
      toast(t('busyCalendars.saved'), { type: 'success' })
      onClose()
    },
  })
  return (
    <Dialog title={t('busyCalendars.enter')} onClose={onClose}>
      <FormFrame form={form} submit={t('busyCalendars.save')} cancel={onClose}>
        {mentors.length !== 1 && (
          <SelectField label={t('busyCalendars.mentor')} placeholder="" options={namedOptions(mentors)} {...form.field('mentor_id')} />
        )}
        <TextField
          label={t('busyCalendars.address')}
          hint={t('busyCalendars.addressHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          {...form.field('address')}
        />
      </FormFrame>
    </Dialog>
  )
}
