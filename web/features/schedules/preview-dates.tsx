import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { sayDate, sayTimes } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import styles from './preview-panel.module.css'
import { sayClash } from './say-clash.ts'
import { isBlocked, type Preview } from './use-preview.ts'

const few = 10

/** Every date of a plan; of a long series the first ones, and every one on which something stands in the way, until all are asked for. */
export function PreviewDates({ preview: { sessions }, zone }: { preview: Preview; zone: string }) {
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions.filter((session, index) => index < few || isBlocked(session))
  return (
    <>
      <ol className={styles.dates} aria-label={t('preview.sessions', { count: sessions.length })}>
        {shown.map(session => (
          <PreviewDate key={session.date} session={session} zone={zone} />
        ))}
      </ol>
      {shown.length < sessions.length && (
        <Button kind="plain" small onClick={() => setAll(true)}>
          {t('preview.showAll', { count: sessions.length })}
        </Button>
      )}
    </>
  )
}

function PreviewDate({ session, zone }: { session: Preview['sessions'][number]; zone: string }) {
  const { date, starts_at, ends_at, problem, clashes } = session
  const blocked = isBlocked(session)
  const Icon = blocked ? IconAlertTriangle : IconCircleCheck
  const sentences = [
    ...(problem ? [t(`preview.problem.${problem}`)] : []),
    ...new Set(clashes.map(sayClash)),
  ]
  return (
    <li className={blocked ? styles.blocked : styles.fine}>
      <Icon size={18} aria-hidden="true" />
      <div>
        <span className={styles.date}>{sayDate(date)}</span>{' '}
        {starts_at && ends_at && <span className="soft">{sayTimes(starts_at, ends_at, zone)}</span>}
        {sentences.map(sentence => (
          <span key={sentence} className={styles.why}>
            {sentence}
          </span>
        ))}
        {!blocked && <span className="visually-hidden">{t('preview.fine')}</span>}
      </div>
    </li>
  )
}
