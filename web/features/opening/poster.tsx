import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { bookingAddress } from './booking-address.ts'
import styles from './opening.module.css'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'))

/** A printable page with the booking page's address as a QR code. */
export function Poster({ onDone }: { onDone: () => void }) {
  const site = useSite()
  return (
    <>
      <div className={`${styles.buttons} no-print`}>
        <Button kind="primary" onClick={() => window.print()}>
          {t('opening.print')}
        </Button>
        <Button onClick={onDone}>{t('opening.back')}</Button>
      </div>
      <section className={styles.poster} aria-label={t('opening.posterTitle')}>
        <svg className={styles.posterLogo} width="0" height="0" aria-hidden="true" data-logo="" />
        <h2>{site?.site_name ?? ''}</h2>
        <p>{t('opening.posterText')}</p>
        <Suspense>
          <QrCode text={bookingAddress()} label={t('opening.posterCode')} />
        </Suspense>
        <p className={styles.address}>{bookingAddress()}</p>
        {site?.contact && <p>{site.contact}</p>}
      </section>
    </>
  )
}
