import { Suspense } from 'react'
import type { ResponseBody } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './invitations.module.css'
import { linkOf } from './link-token.ts'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'))

/** Invitations with their new links: making them ended the links before. */
export type PrintedLinks = ResponseBody<'POST /api/invitations/links'>['links']

/** One A4 page for each printed invitation. The links are shown once: nothing of them is stored. */
export function PrintSheets({ links, onDone }: { links: PrintedLinks; onDone: () => void }) {
  const site = useSite()?.site_name ?? ''
  return (
    <>
      <div className={`${styles.before} no-print`}>
        <Notice kind="info">{t('invitations.printOnce')}</Notice>
        <div className={styles.ways}>
          <Button kind="primary" onClick={() => window.print()}>
            {t('invitations.printNow', { count: links.length })}
          </Button>
          <Button onClick={onDone}>{t('invitations.toList')}</Button>
        </div>
      </div>
      {links.map(({ id, person, token, expires_at }) => (
        <section key={id} className={styles.sheet} aria-label={t('invitations.sheetOf', { name: person.name })}>
          <h2>{t('invitations.sheetTitle', { site })}</h2>
          <p>{t('invitations.sheetGreeting', { name: person.name })}</p>
          <ol>
            <li>{t('invitations.sheetScan')}</li>
            <li>{t('invitations.sheetChoose')}</li>
          </ol>
          <Suspense>
            <QrCode text={linkOf(token)} label={t('invitations.sheetCode')} />
          </Suspense>
          <p className={styles.address}>{linkOf(token)}</p>
          <p className="soft small">{t('invitations.sheetOnce', { time: formatDateTime(expires_at, visitorZone()) })}</p>
        </section>
      ))}
    </>
  )
}
