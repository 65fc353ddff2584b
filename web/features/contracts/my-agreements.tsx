import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { passageIn } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TextProof } from '../../ui/text-proof.tsx'
import styles from './my-agreements.module.css'

/** The user's acceptances, newest first, each with a link to its certificate. */
export function MyAgreements() {
  const query = useQuery(queryOptionsOf('GET /api/my-profile/acceptances'))
  return (
    <section className={styles.section} aria-labelledby="agreements">
      <h2 id="agreements">{t('agreements.title')}</h2>
      <Loaded query={query} skeleton={<ListSkeleton rows={1} height="6rem" />}>
        {({ data }) => (
          <Card>
            {data.length === 0 ? (
              <p className="soft">{t('agreements.none')}</p>
            ) : (
              <ul className={styles.list}>
                {data.map(({ id, title, version, language, sha256, accepted_at, by_staff }) => (
                  <li key={id}>
                    <div>
                      <p>
                        <span {...passageIn(language)}>{title}</span>
                      </p>
                      <p className="soft small">
                        {t('agreements.item', { version, when: formatDay(accepted_at, visitorZone()) })}
                        {by_staff && `, ${t('agreements.byStaff')}`}
                      </p>
                      <TextProof language={language} sha256={sha256} />
                    </div>
                    <Link to={paths.myAcceptance(id)} aria-label={t('agreements.openOf', { title, version })}>
                      {t('agreements.open')}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
    </section>
  )
}
