import type { User } from '#contract/people.ts'
import { IconPencil } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatZone } from '../../lib/time.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './profile.module.css'

/** The user's contact details, with a link to change them. */
export function Account({ user: { id, name, photo, phone, email, time_zone } }: { user: User }) {
  return (
    <section className={styles.section} aria-labelledby="account">
      <h2 id="account">{t('account.title')}</h2>
      <Card>
        <div className={styles.account}>
          <PrivateAvatar name={name} photo={photo} size="large" />
          <div className={styles.who}>
            <strong>{name}</strong>
            <dl className={styles.lines}>
              <Line label={t('account.phone')} value={phone ? formatPhone(phone) : t('account.noPhone')} />
              <Line label={t('account.email')} value={email ?? t('account.noEmail')} />
              <Line label={t('account.zone')} value={formatZone(time_zone)} />
            </dl>
          </div>
          <ButtonLink to={paths.myProfileEdit(id)} icon={<IconPencil size={18} aria-hidden="true" />}>
            {t('account.edit')}
          </ButtonLink>
        </div>
      </Card>
    </section>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="soft small">{label}</dt>
    <dd className="tabular">{value}</dd>
  </div>
)
