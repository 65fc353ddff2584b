import { useDebouncedValue } from '@mantine/hooks'
import { call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { useIdempotencyKey } from '../../../lib/idempotency-key.ts'
import { t } from '../../../lib/messages.ts'
import { useBatchPreview } from '../../../lib/use-batch-preview.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PreviewError } from '../../../ui/preview-error.tsx'
import { toastPlanned } from '../../planner/undo.ts'
import { ClashNotice } from '../clash-notice.tsx'
import { isBlocked } from '../use-preview.ts'
import type { BulkDialogProps } from './bulk-actions.ts'
import { BulkRows, StayCount } from './bulk-rows.tsx'
import { outcomeOfCopy } from './outcome-of-copy.ts'

/** Whole days, at most a year, in either direction; null for anything else. */
function readDays(value: string): number | null {
  const days = Number(value)
  return Number.isInteger(days) && days !== 0 && Math.abs(days) <= 366 ? days : null
}

/** Copies the selected sessions by a number of days, as drafts. */
export function CopyDialog({ schedules, onClose, onDone }: BulkDialogProps) {
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: { days: '7' },
    check: ({ days }) => ({ days: readDays(days) === null ? t('bulk.copyDaysWrong') : undefined }),
    submit: async ({ days }) => {
      const body = { schedule_ids: free.map(({ schedule_id }) => schedule_id), days: readDays(days) ?? 0 }
      try {
        const { schedules: copies } = await call('POST /api/schedules/copy', { body, idempotencyKey: keyFor(body) })
        toastPlanned(t('scheduleCreate.doneDraft', { count: copies.length }), copies)
        onDone()
      } catch (error) {
        await preview.refetch()
        throw error
      }
    },
  })
  const [settled] = useDebouncedValue(form.values.days, 250)
  const days = settled === form.values.days ? readDays(settled) : null
  const preview = useBatchPreview(
    'POST /api/schedules/copy/preview',
    days === null ? null : { schedule_ids: schedules.map(({ id }) => id), days },
  )
  const copies = preview.data?.copies ?? []
  const free = copies.filter(copy => !isBlocked(copy))
  const { clashes } = form.refusal?.problem ?? {}
  return (
    <Dialog title={t('bulk.copyTitle')} onClose={onClose}>
      <FormFrame
        form={form}
        submit={free.length > 0 ? t('planner.copySubmit', { count: free.length }) : undefined}
        cancel={onClose}
        takesFocus
        refused={clashes && <ClashNotice clashes={clashes} />}
      >
        <p>{t('bulk.copyLead')}</p>
        <TextField
          {...form.field('days')}
          label={t('bulk.copyDays')}
          hint={t('bulk.copyDaysHint')}
          type="number"
          min={-366}
          max={366}
          step={1}
        />
        <BulkRows
          schedules={schedules}
          outcomeOf={({ id }) => {
            const copy = copies.find(({ schedule_id }) => schedule_id === id)
            return copy ? outcomeOfCopy(copy) : preview.data && { blocked: t('bulk.gone') }
          }}
        />
        {preview.data && <StayCount count={schedules.length - free.length} />}
        <div role="status">
          <PreviewError error={preview.error} />
        </div>
      </FormFrame>
    </Dialog>
  )
}
