import { t } from '../../../lib/messages.ts'
import { useSession } from '../../../lib/session.ts'
import { useSite } from '../../../lib/site.ts'
import { Notice } from '../../../ui/notice.tsx'
import { canJoin } from '../../sessions/sign-in-method.ts'
import { ContactLine } from '../contact-line.tsx'
import styles from './join-notice.module.css'

/** Tells visitors before they choose a time that this site cannot take new clients online. */
export function JoinNotice() {
  const session = useSession()
  const site = useSite()
  if (session || !site || canJoin(site.sign_in)) return null
  return (
    <div className={styles.notice}>
      <Notice>
        <p>
          {t('booking.noCodes')} <ContactLine contact={site.contact} />
        </p>
      </Notice>
    </div>
  )
}
