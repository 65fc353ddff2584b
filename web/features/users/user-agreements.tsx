import type { UserRecord } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { TextProof } from '../../ui/text-proof.tsx'
import styles from './users.module.css'

/** The contracts a person accepted, with version and time. */
export function UserAgreements({ acceptances }: Pick<UserRecord, 'acceptances'>) {
  return (
    <Card as="section" label={t('user.agreements')}>
      <h2 className={styles.title}>{t('user.agreements')}</h2>
      {acceptances.length === 0 ? (
        <p className="soft small">{t('user.noAgreements')}</p>
      ) : (
        <ul className={styles.rows}>
          {acceptances.map(({ id, title, version, language, sha256, accepted_at, by_staff }) => (
            <li key={id} className={styles.row}>
              <div className={styles.rowText}>
                <Link to={paths.acceptance(id)}>{t('user.agreement', { title, version })}</Link>
                <span className="soft small tabular">
                  {formatDateTime(accepted_at, visitorZone())}
                  {by_staff && ` · ${t('user.agreementByStaff')}`}
                </span>
                <TextProof language={language} sha256={sha256} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
