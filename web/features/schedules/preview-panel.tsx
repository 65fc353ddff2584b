import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { sayDate, sayTimes } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './preview-panel.module.css'
import { sayClash } from './say-clash.ts'
import { blockedDates, type Preview, type usePreview } from './use-preview.ts'

/** What saving would make: every date, and everything in its way. */
export function PreviewPanel({ state, zone }: { state: ReturnType<typeof usePreview>; zone: string }) {
  const { preview, error, current } = state
  return (
    <Card as="section" label={t('preview.title')}>
      <h2 className={styles.title}>{t('preview.title')}</h2>
      {error && current && <p className="small">{t('preview.failed', { reason: sentenceOf(error) })}</p>}
      {!preview && !error && <p className="soft small">{t('preview.wait')}</p>}
      {preview && !(error && current) && (
        <div className={styles.panel} aria-busy={!current}>
          <Summary preview={preview} />
          <Dates preview={preview} zone={zone} />
        </div>
      )}
    </Card>
  )
}

function Summary({ preview }: { preview: Preview }) {
  const { sessions, slots_per_session: slots, seats_per_session: seats } = preview
  const blocked = blockedDates(preview).length
  return (
    <>
      <div>
        <p className={styles.big}>{t('preview.sessions', { count: sessions.length })}</p>
        <p className="soft small tabular">{t('preview.each', { slots, seats })}</p>
        {sessions.length > 1 && <p className="soft small tabular">{t('preview.total', { seats: seats * sessions.length })}</p>}
      </div>
      <div role="status">
        <Notice kind={blocked > 0 ? 'warning' : 'success'}>
          <p className="small">{blocked > 0 ? t('preview.clashDates', { count: blocked }) : t('preview.allFree')}</p>
        </Notice>
      </div>
    </>
  )
}

function Dates({ preview: { sessions }, zone }: { preview: Preview; zone: string }) {
  return (
    <ol className={styles.dates} tabIndex={0} aria-label={t('preview.sessions', { count: sessions.length })}>
      {sessions.map(({ date, starts_at, ends_at, problem, clashes }) => {
        const sentences = [
          ...(problem ? [t(problem === 'time_skipped' ? 'preview.skipped' : 'preview.repeated')] : []),
          ...new Set(clashes.map(sayClash)),
        ]
        const Icon = sentences.length > 0 ? IconAlertTriangle : IconCircleCheck
        return (
          <li key={date} className={sentences.length > 0 ? styles.blocked : styles.fine}>
            <Icon size={18} aria-hidden="true" />
            <div>
              <span className={styles.date}>{sayDate(date)}</span>{' '}
              {starts_at && ends_at && <span className="soft">{sayTimes(starts_at, ends_at, zone)}</span>}
              {sentences.map(sentence => (
                <span key={sentence} className={styles.why}>
                  {sentence}
                </span>
              ))}
              {sentences.length === 0 && <span className="visually-hidden">{t('preview.fine')}</span>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
