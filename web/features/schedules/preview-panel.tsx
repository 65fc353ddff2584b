import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PreviewDates } from './preview-dates.tsx'
import styles from './preview-panel.module.css'
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
          <PreviewDates preview={preview} zone={zone} />
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
