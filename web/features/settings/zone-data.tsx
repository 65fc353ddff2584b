import { useQuery } from '@tanstack/react-query'
import type { ZoneData as ZoneDataInUse, ZoneDataChange } from '#contract/zone-data.ts'
import { queryOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { sayMoment } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SettingsGroup } from './settings-group.tsx'
import styles from './zone-data.module.css'

/** Which time zone data the servers use, the sessions that newer data moved, and those that need a decision. */
export function ZoneData() {
  const query = useQuery(queryOf('GET /api/zone-data'))
  return (
    <SettingsGroup title={t('settings.zoneData')} text={t('settings.zoneDataText')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={1} height="4rem" />}>
        {data => <Details data={data} />}
      </Loaded>
    </SettingsGroup>
  )
}

function Details({ data: { servers, is_old, differs, conflicts, moved } }: { data: ZoneDataInUse }) {
  return (
    <>
      <ul className={styles.list}>
        {servers.map(({ server, version }) => (
          <li key={server}>{t('settings.zoneDataServer', { server, version: version || '–' })}</li>
        ))}
      </ul>
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
      <Changes title={t('settings.zoneConflicts')} text={t('settings.zoneConflictsText')} changes={conflicts} />
      <Changes title={t('settings.zoneMoved')} text={t('settings.zoneMovedText')} changes={moved} />
    </>
  )
}

function Changes({ title, text, changes }: { title: string; text: string; changes: readonly ZoneDataChange[] }) {
  if (changes.length === 0) return null
  return (
    <section className={styles.changes}>
      <h3>{title}</h3>
      <p className="soft small">{text}</p>
      <ul className={styles.list}>
        {changes.map(change => (
          <li key={change.id} className={styles.change}>
            <Link to={paths.scheduleEdit(change.schedule_id)}>
              {t('settings.zoneSession', { what: change.support_type, where: change.place })}
            </Link>
            <span>{timesOf(change)}</span>
            {change.conflict && <span>{reasons[change.conflict]()}</span>}
            <span className="soft small">{t('settings.zoneBooked', { count: change.booked })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function timesOf({ before_starts_at, after_starts_at, time_zone, conflict }: ZoneDataChange): string {
  const before = sayMoment(before_starts_at, time_zone)
  if (after_starts_at === null) return t('settings.zoneStays', { before })
  const after = sayMoment(after_starts_at, time_zone)
  return t(conflict ? 'settings.zoneShould' : 'settings.zoneWas', { before, after })
}

const reasons: Record<NonNullable<ZoneDataChange['conflict']>, () => string> = {
  time_skipped: () => t('settings.zoneSkipped'),
  time_repeated: () => t('settings.zoneRepeated'),
  length_changed: () => t('settings.zoneLength'),
  past: () => t('settings.zonePast'),
  mentor_busy: () => t('settings.zoneMentorBusy'),
  client_busy: () => t('settings.zoneClientBusy'),
}
