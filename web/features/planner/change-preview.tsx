import type { PlannerSession } from '#contract/planner.ts'
import { formatReference } from '#domain/booking/reference.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime, formatTime } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatClash } from '../schedules/format-clash.ts'
import { WarningsNotice } from '../schedules/plan-warnings.tsx'
import type { PreviewOfChange } from '../schedules/use-change-preview.ts'
import type { NewTimes } from './change-times.ts'
import { formatWhen, type Lookup } from './lookup.ts'
import styles from './planner.module.css'

interface ChangePreviewProps {
  session: PlannerSession
  after: NewTimes
  preview: PreviewOfChange
  /** Of the session's place. */
  zone: string
  lookup: Lookup
}

/** Before and after, what stands in the way, and which clients it concerns. */
export function ChangePreview({ session, after, preview, zone, lookup }: ChangePreviewProps) {
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
      <Obstacles session={session} preview={preview} zone={zone} />
    </>
  )
}

/** Conflicts, the clients who move with the session, and those who would lose their time. */
function Obstacles({ session, preview, zone }: Pick<ChangePreviewProps, 'session' | 'preview' | 'zone'>) {
  const { data, error, current } = preview
  if (!current || (!data && !error)) return <p className="soft small">{t('planner.checking')}</p>
  if (error) return <Notice kind="warning">{<p>{sentenceOf(error)}</p>}</Notice>
  const { booked = [], moving = [], busy = [], busy_mentors = [], clashes = [], offered = false } = data ?? {}
  const isFine = booked.length + moving.length + clashes.length + busy_mentors.length === 0 && !offered
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
      <WarningsNotice {...data} />
      {data && moving.length > 0 && (
        <Clients session={session} title={t('planner.clientsMove', { count: moving.length })} help={t('planner.moveClientsInstead')}>
          {moving.map(client => {
            const at = Date.parse(client.starts_at) + Date.parse(data.starts_at) - Date.parse(session.starts_at)
            const isBusy = busy.some(({ appointment_id }) => appointment_id === client.appointment_id)
            return (
              <li key={client.appointment_id}>
                {formatTime(client.starts_at, zone)} → {formatDateTime(new Date(at).toISOString(), zone)} {lineOf(client)}
                {isBusy && (
                  <>
                    : <strong>{t('planner.clientBusy')}</strong>
                  </>
                )}
              </li>
            )
          })}
        </Clients>
      )}
      {(booked.length > 0 || offered) && (
        <Clients
          session={session}
          title={offered ? t('planner.offered') : t('planner.clientsLose', { count: booked.length })}
          help={booked.length > 0 ? t('planner.moveClientsFirst') : null}
        >
          {booked.map(client => (
            <li key={client.appointment_id}>
              {formatTime(client.starts_at, zone)} {lineOf(client)}
            </li>
          ))}
        </Clients>
      )}
    </div>
  )
}

const lineOf = ({ name, reference }: { name: string; reference: string }) =>
  t('scheduleEdit.bookedLine', { name, reference: formatReference(reference) })

interface ClientsProps {
  session: PlannerSession
  title: string
  /** The text of the link to other times for these clients. */
  help: string | null
  children: ReactNode
}

/** Clients whom the change concerns. */
function Clients({ session, title, help, children }: ClientsProps) {
  return (
    <Notice kind="warning">
      <p>
        <strong>{title}</strong>
      </p>
      <ul>{children}</ul>
      {help && can('Appointment Edit') && (
        <p>
          <Link to={paths.reassign({ schedule_id: session.id })}>{help}</Link>
        </p>
      )}
    </Notice>
  )
}
