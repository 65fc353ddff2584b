import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ZoneData as ZoneDataInUse, ZoneDataChange } from '#contract/zone-data.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatShortDateTime, formatZone } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SettingsGroup } from './settings-group.tsx'
import styles from './zone-data.module.css'

/** The servers' time zone data, sessions that newer data moved, and sessions that need a decision. */
export function ZoneData() {
  const query = useQuery(queryOptionsOf('GET /api/zone-data'))
  return (
    <SettingsGroup name="zoneData">
      <Loaded query={query} skeleton={<ListSkeleton rows={1} height="4rem" />}>
        {data => <Details data={data} />}
      </Loaded>
    </SettingsGroup>
  )
}

function Details({ data: { servers, is_old, differs, conflicts, moved } }: { data: ZoneDataInUse }) {
  return (
    <>
      <Changes title={t('settings.zoneConflicts')} text={t('settings.zoneConflictsText')} changes={conflicts} />
      {is_old && (
        <Notice kind="warning">
          <p>{t('settings.zoneDataOld')}</p>
        </Notice>
      )}
      {differs && (
        <Notice kind="warning">
          <p>{t('settings.zoneDataDiffers')}</p>
        </Notice>
      )}
      <ul className={styles.servers}>
        {servers.map(({ server, version }) => (
          <li key={`${server} ${version}`}>{t('settings.zoneDataServer', { server, version: version || '–' })}</li>
        ))}
      </ul>
      <Changes title={t('settings.zoneMoved')} text={t('settings.zoneMovedText')} changes={moved} />
    </>
  )
}

function Changes({ title, text, changes }: { title: string; text: string; changes: readonly ZoneDataChange[] }) {
  const id = useId()
  if (changes.length === 0) return null
  return (
    <section className={styles.changes} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title} <span className="soft tabular">{formatNumber(changes.length)}</span>
      </h3>
      <p className="soft small">{text}</p>
      <ul className={styles.list}>
        {changes.map(change => (
          <Change key={change.id} change={change} />
        ))}
      </ul>
    </section>
  )
}

/** A session: mentor, old and new time, and why it could not move. */
function Change({ change }: { change: ZoneDataChange }) {
  const {
    schedule_id,
    support_type,
    place,
    mentors,
    time_zone,
    booked,
    conflict,
    before_starts_at: before,
    after_starts_at: after,
  } = change
  const format = (instant: string) => formatShortDateTime(instant, time_zone)
  return (
    <li className={conflict ? `${styles.change} ${styles.conflict}` : styles.change}>
      <div>
        <Link to={paths.scheduleEdit(schedule_id)}>{t('settings.zoneSession', { what: support_type, where: place })}</Link>
        <p className="soft small">{[...mentors, t('settings.zoneBooked', { count: booked }), formatZone(time_zone)].join(' · ')}</p>
      </div>
      <dl className={styles.times}>
        <div>
          <dt>{t(conflict ? 'settings.zoneStill' : 'settings.zoneBefore')}</dt>
          <dd className={conflict ? undefined : styles.gone}>{format(before)}</dd>
        </div>
        {after !== null && (
          <div>
            <dt>{t(conflict ? 'settings.zonePlanned' : 'settings.zoneNow')}</dt>
            <dd>{format(after)}</dd>
          </div>
        )}
      </dl>
      {conflict && <p className={styles.reason}>{reasons[conflict]()}</p>}
    </li>
  )
}

const reasons: Record<NonNullable<ZoneDataChange['conflict']>, () => string> = {
  time_skipped: () => t('settings.zoneSkipped'),
  time_repeated: () => t('settings.zoneRepeated'),
  length_changed: () => t('settings.zoneLength'),
  past: () => t('settings.zonePast'),
  mentor_busy: () => t('settings.zoneMentorBusy'),
  client_busy: () => t('settings.zoneClientBusy'),
}
