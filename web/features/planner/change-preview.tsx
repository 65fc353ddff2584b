import type { PlannerSession } from '#contract/planner.ts'
import type { ScheduleChange } from '#contract/schedules.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatClash } from '../schedules/format-clash.ts'
import type { NewTimes } from './change-times.ts'
import { formatWhen, type Lookup } from './lookup.ts'
import styles from './planner.module.css'
import { useChangePreview } from './use-change-preview.ts'

interface ChangePreviewProps {
  session: PlannerSession
  after: NewTimes
  body: ScheduleChange
  /** Of the session's place. */
  zone: string
  lookup: Lookup
}

/** Before and after, and what stands in the way. */
export function ChangePreview({ session, after, body, zone, lookup }: ChangePreviewProps) {
  const rows = [
    { label: t('planner.when'), before: formatWhen(session), now: formatWhen(after) },
    { label: t('schedules.mentor'), before: lookup.mentorsOf(session), now: lookup.mentorsOf({ mentor_ids: [...after.mentor_ids] }) },
    { label: t('schedules.place'), before: lookup.placeOf(session), now: lookup.placeOf(after) },
  ].filter(({ before, now }) => before !== now)
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(({ label, before, now }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <span className="visually-hidden">{t('today.moveBefore')}</span> <s className="soft">{before}</s>
              <br />
              <span className="visually-hidden">{t('today.moveAfter')}</span> <strong>{now}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <Obstacles session={session} body={body} zone={zone} />
    </>
  )
}

/** Conflicts, and the clients who would lose their time. */
function Obstacles({ session, body, zone }: Pick<ChangePreviewProps, 'session' | 'body' | 'zone'>) {
  const { data, error, current } = useChangePreview(session.id, body)
  if (!current || (!data && !error)) return <p className="soft small">{t('planner.checking')}</p>
  if (error) return <Notice kind="warning">{<p>{sentenceOf(error)}</p>}</Notice>
  const { booked = [], clashes = [], offered = false } = data ?? {}
  const isFine = booked.length + clashes.length === 0 && !offered
  return (
    <div role="status" className={styles.notices}>
      {isFine && (
        <Notice kind="success">
          <p>{session.seats.taken > 0 ? t('planner.clientsStay', { count: session.seats.taken }) : t('planner.nothingInTheWay')}</p>
        </Notice>
      )}
      {clashes.length > 0 && (
        <Notice kind="warning">
          {[...new Set(clashes.map(formatClash))].map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {(booked.length > 0 || offered) && (
        <Notice kind="warning">
          <p>
            <strong>{offered ? t('planner.offered') : t('planner.clientsLose', { count: booked.length })}</strong>
          </p>
          <ul>
            {booked.map(({ appointment_id, name, reference, starts_at }) => (
              <li key={appointment_id}>
                {formatTime(starts_at, zone)} {t('scheduleEdit.bookedLine', { name, reference: formatReference(reference) })}
              </li>
            ))}
          </ul>
          {booked.length > 0 && can('Appointment Edit') && (
            <p>
              <Link to={paths.reassign({ schedule_id: session.id })}>{t('planner.moveClientsFirst')}</Link>
            </p>
          )}
        </Notice>
      )}
    </div>
  )
}
