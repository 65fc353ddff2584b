import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { bookingAddress } from './booking-address.ts'
import styles from './opening.module.css'

/** What the organisation puts into its own website; before that, the settings name the website. */
export function EmbedCode({ origins }: { origins: readonly string[] }) {
  const frame = `<iframe src="${bookingAddress(paths.embed())}" title="${t('booking.title')}" style="width:100%;height:720px;border:0"></iframe>`
  return (
    <details>
      <summary>{t('opening.embed')}</summary>
      {origins.length === 0 ? (
        <p>
          {t('opening.embedFirst')} <Link to={paths.settings()}>{t('opening.embedSettings')}</Link>
        </p>
      ) : (
        <>
          <p>{t('opening.embedScript', { sites: origins.join(', ') })}</p>
          <pre className={styles.code}>{`<script src="${location.origin}/embed.js" async></script>`}</pre>
          <p>{t('opening.embedFrame')}</p>
          <pre className={styles.code}>{frame}</pre>
        </>
      )}
    </details>
  )
}
