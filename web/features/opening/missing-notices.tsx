import type { Opening } from '#contract/opening.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { Missing, MissingOffer } from './missing-offer.tsx'
import styles from './opening.module.css'
import { TestButton } from './test-button.tsx'

/**
 * What keeps clients from joining or booking, with the way to change it. The steps of an open list say the rest
 * themselves.
 */
export function MissingNotices({ opening }: { opening: Opening }) {
  const { can_join, hidden, places, mentors, bookable } = opening
  return (
    <>
      {!can_join && (
        <Notice kind="warning">
          <p>
            <strong>{t('opening.noWayIn')}</strong>
          </p>
          <p>{t('opening.noWayInText', { smtp: 'OPENHOUR_SMTP_URL', sender: 'OPENHOUR_MAIL_FROM', sms: 'OPENHOUR_SMS_URL' })}</p>
          <div className={styles.buttons}>
            <TestButton />
          </div>
        </Notice>
      )}
      {hidden && <MissingOffer places={places} mentors={mentors} />}
      {hidden && places.length > 0 && mentors.length > 0 && !bookable && (
        <Missing text="opening.noSession" to={paths.scheduleCreate()} link="opening.planSession" needs="Schedule Create" />
      )}
    </>
  )
}
