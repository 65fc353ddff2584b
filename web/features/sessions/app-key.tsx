import type { Problem } from '#contract/problem.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import styles from './sessions.module.css'

const QrCode = lazyPart(() => import('../../ui/qr-code.tsx'))

/**
 * What an authenticator app is set up with: a picture for its camera, and the same as a key in groups
 * of four, as people type it.
 */
export function AppKey({ secret, address }: NonNullable<Problem['authenticator']>) {
  return (
    <>
      <p>{t('appCode.setUp')}</p>
      <Suspense fallback={<div className={styles.picture} />}>
        <QrCode text={address} label={t('appCode.picture')} />
      </Suspense>
      <p>
        {t('appCode.setUpKey')}
        <code className={styles.key}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        <a href={address} className={styles.app}>
          {t('appCode.setUpHere')}
        </a>
      </p>
    </>
  )
}
