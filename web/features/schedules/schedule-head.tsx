import { useRef, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { CancelSessionDialog } from './cancel-session-dialog.tsx'
import type { OpenedSchedule } from './schedule-values.ts'
import { usePublishSchedule } from './use-publish-schedule.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import styles from './schedule-head.module.css'

interface ScheduleHeadProps {
  opened: OpenedSchedule
  revision: number
  dirty: boolean
  /** The session is over or cancelled: no actions. */
  over: boolean
  onRevision: (revision: number) => void
}

/** The session's facts and status, with publish and cancel. */
export function ScheduleHead({ opened, revision, dirty, over, onRevision }: ScheduleHeadProps) {
  const { schedule, booked } = opened
  const [cancelling, setCancelling] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The clicked button disappears: the heading takes the focus.
  const keepFocus = () => setTimeout(() => place.current?.focus())
  const { busy, publish } = usePublishSchedule(
    published => {
      onRevision(published.revision)
      keepFocus()
    },
    // Undo is a change of its own.
    published => onRevision(published.revision + 1),
  )
  const { support_type, starts_at, ends_at, time_zone, status } = schedule
  const draft = status === 'draft' && !over
  return (
    <Card edge={support_type.colour}>
      <div ref={place} tabIndex={-1} className={styles.head}>
        <div className={styles.what}>
          <p className={styles.line}>
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
            <ScheduleStatus schedule={schedule} />
          </p>
          <p className={styles.when}>{formatRangeThere(starts_at, ends_at, time_zone)}</p>
          <p className="soft small">
            <bdi>{schedule.place.name}</bdi>
            {draft && ` · ${t('scheduleEdit.isDraft')}`}
          </p>
        </div>
        {!over && (
          <div className={`${styles.actions} no-print`}>
            {draft && dirty && (
              <span id="save-first" className="soft small">
                {t('scheduleEdit.publishFirstSave')}
              </span>
            )}
            {draft && (
              <Button
                kind="primary"
                busy={busy}
                disabled={dirty}
                aria-describedby={dirty ? 'save-first' : undefined}
                onClick={() => void publish({ id: schedule.id, revision })}
              >
                {t('scheduleEdit.publish')}
              </Button>
            )}
            {opened.others_in_series > 0 && can('Schedule Create') && (
              <ButtonLink to={paths.scheduleCreate({ series: schedule.id })}>{t('scheduleExtend.open')}</ButtonLink>
            )}
            {booked.length > 0 && can('Appointment Edit') && (
              <ButtonLink to={paths.reassign({ schedule_id: schedule.id, ...onlyMentor(schedule) })}>{t('reassign.cannotCome')}</ButtonLink>
            )}
            <Button kind="danger" onClick={() => setCancelling(true)}>
              {t('scheduleEdit.cancel')}
            </Button>
          </div>
        )}
      </div>
      {cancelling && <CancelSessionDialog schedule={schedule} onClose={() => setCancelling(false)} onCancelled={keepFocus} />}
    </Card>
  )
}

/** Skips the choice of the mentor if there is only one. */
const onlyMentor = ({ mentors }: OpenedSchedule['schedule']) => (mentors.length === 1 && mentors[0] ? { mentor_id: mentors[0].id } : {})
