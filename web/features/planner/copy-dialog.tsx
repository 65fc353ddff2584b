import type { PlannerSession } from '#contract/planner.ts'
import { useQuery } from '@tanstack/react-query'
import { addDays, daysBetween, isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { formatDate } from '../../lib/time.ts'
import { startOfWeek } from '../../lib/week.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ClashNotice } from '../schedules/clash-notice.tsx'
import { formatClash } from '../schedules/format-clash.ts'
import { isBlocked } from '../schedules/use-preview.ts'
import { WarningsNotice } from '../schedules/plan-warnings.tsx'
import { formatClock, type Lookup } from './lookup.ts'
import styles from './planner.module.css'
import { toastPlanned } from './undo.ts'

interface CopyDialogProps {
  what: 'session' | 'day' | 'week'
  sessions: readonly PlannerSession[]
  /** The first day of the originals. */
  from: LocalDate
  lookup: Lookup
  onClose: () => void
  onShow: (ids: readonly string[], day: LocalDate) => void
}

/** Copies a session, a day or a week as drafts. What stands in the way is listed and left out. */
export function CopyDialog({ what, sessions, from, lookup, onClose, onShow }: CopyDialogProps) {
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: { to: addDays(from, what === 'day' ? 1 : 7) as string },
    check: ({ to }) => ({ to: daysTo(to) === null ? t('planner.copyOther') : undefined }),
    submit: async ({ to }) => {
      const body = { schedule_ids: free.map(({ schedule_id }) => schedule_id), days: daysTo(to) ?? 0 }
      const { schedules } = await call('POST /api/schedules/copy', { body, idempotencyKey: keyFor(body) })
      toastPlanned(t('scheduleCreate.doneDraft', { count: schedules.length }), schedules)
      onClose()
      onShow(
        schedules.map(({ id }) => id),
        addDays(from, body.days),
      )
    },
  })
  /** Days from the originals to their copies; of a week, whole weeks. Null for none. */
  function daysTo(to: string): number | null {
    if (!isLocalDate(to)) return null
    const days = daysBetween(from, what === 'week' ? startOfWeek(to) : to)
    return days === 0 || Math.abs(days) > 366 ? null : days
  }
  const days = daysTo(form.values.to)
  const ids = sessions.map(({ id }) => id)
  const preview = useQuery({
    queryKey: ['POST /api/schedules/copy/preview', days, ids],
    queryFn: ({ signal }) => call('POST /api/schedules/copy/preview', { body: { schedule_ids: ids, days: days ?? 0 }, signal }),
    enabled: days !== null && ids.length > 0,
  })
  const copies = preview.data?.copies ?? []
  const free = copies.filter(copy => !isBlocked(copy))
  const blocked = copies.filter(isBlocked)
  const byId = new Map(sessions.map(session => [session.id, session]))
  const { clashes } = form.refusal?.problem ?? {}
  return (
    <Dialog title={t(`planner.copy.${what}`)} onClose={onClose}>
      {sessions.length === 0 ? (
        <p>{t('planner.copyNothing')}</p>
      ) : (
        <FormFrame
          form={form}
          submit={free.length > 0 ? t('planner.copySubmit', { count: free.length }) : undefined}
          cancel={onClose}
          takesFocus
          refused={clashes && <ClashNotice clashes={clashes} />}
        >
          <p>{t('planner.copyLead', { count: sessions.length })}</p>
          <DateField {...form.field('to')} label={t(what === 'week' ? 'planner.copyToWeek' : 'planner.copyTo')} />
          <div role="status">
            {days !== null && preview.isPending && <p className="soft small">{t('planner.checking')}</p>}
            {preview.error && (
              <Notice kind="warning">
                <p>{sentenceOf(preview.error)}</p>
              </Notice>
            )}
            {preview.data && blocked.length === 0 && (
              <Notice kind="success">
                <p>{t('planner.copyAll', { count: free.length, day: formatDate(addDays(from, days ?? 0)) })}</p>
              </Notice>
            )}
            <WarningsNotice travel={free.flatMap(({ travel }) => travel)} busy_mentors={free.flatMap(copy => copy.busy_mentors)} />
            {blocked.length > 0 && (
              <Notice kind="warning">
                <p>
                  <strong>{t('planner.copyBlocked', { count: blocked.length })}</strong>
                </p>
                <ul className={styles.checks}>
                  {blocked.map(({ schedule_id, date, problem, clashes: found }) => {
                    const session = byId.get(schedule_id)
                    return (
                      <li key={schedule_id}>
                        {[formatDate(date), session && formatClock(session), session && lookup.typeOf(session)].filter(Boolean).join(', ')}:{' '}
                        {problem ? t(`planner.copyProblem.${problem}`) : [...new Set(found.map(formatClash))].join(' · ')}
                      </li>
                    )
                  })}
                </ul>
              </Notice>
            )}
          </div>
        </FormFrame>
      )}
    </Dialog>
  )
}
