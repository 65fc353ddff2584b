import type { HoursChangePreview } from '#contract/weekly-hours.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { SkippedDates, TravelDates } from './hours-times.tsx'
import type { useHoursPreview } from './use-hours-preview.ts'
import styles from './weekly-hours.module.css'

/** What saving would plan, leave out, cancel and keep. */
export function HoursPreviewPanel({ preview, problem, isCurrent }: ReturnType<typeof useHoursPreview>) {
  const change = preview && 'kept' in preview ? (preview as HoursChangePreview) : undefined
  return (
    <section className={styles.preview} aria-label={t('weeklyHours.preview')} aria-busy={preview !== undefined && !isCurrent}>
      <div role="status" className="small">
        {problem && <p>{problem}</p>}
        {!problem && preview && <p>{t('hoursProposals.preview', { count: preview.sessions, date: formatDate(preview.until) })}</p>}
        {!problem && change && (
          <p>{t('weeklyHours.previewChange', { kept: change.kept, cancelled: change.cancelled.length, left: change.left.length })}</p>
        )}
      </div>
      {!problem && preview && (
        <>
          {change && (
            <Sessions sessions={change.cancelled} summary={t('weeklyHours.previewCancelled', { count: change.cancelled.length })} />
          )}
          {change && <Sessions sessions={change.left} summary={t('weeklyHours.previewLeft', { count: change.left.length })} />}
          <TravelDates travel={preview.travel} />
          <SkippedDates skipped={preview.skipped} summary={t('hoursProposals.inTheWay', { count: preview.skipped.length })} />
        </>
      )}
    </section>
  )
}

function Sessions({ sessions, summary }: { sessions: HoursChangePreview['left']; summary: string }) {
  if (sessions.length === 0) return null
  return (
    <details className={styles.skipped}>
      <summary>{summary}</summary>
      <ul>
        {sessions.map(({ date, starts, clients }) => (
          <li key={`${date} ${starts}`}>
            {formatDate(date)}, {starts}
            {clients > 0 && `: ${t('weeklyHours.previewClients', { count: clients })}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
