import type { ListedContract } from '#contract/contracts.ts'
import { legalKeys } from '#contract/legal.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './contracts.module.css'

/** The texts with pages of their own that have not been written yet, and what belongs in them. */
export function MissingLegalTexts({ contracts }: { contracts: readonly ListedContract[] }) {
  const missing = legalKeys.filter(key => !contracts.some(contract => contract.key === key))
  if (missing.length === 0 || !can('Contract Edit')) return null
  return (
    <section className={`${styles.stack} ${styles.suggested}`} aria-labelledby="missing-legal">
      <div>
        <h2 id="missing-legal">{t('legal.title')}</h2>
        <p className="soft">{t('legal.lead')}</p>
      </div>
      <ul className={styles.list}>
        {missing.map(key => (
          <Card as="li" key={key}>
            <div className={styles.row}>
              <div>
                <h3 className={styles.name}>{t(`frame.${key}`)}</h3>
                <p className="soft">{t(`legal.${key}`)}</p>
              </div>
              <ButtonLink to={paths.contractCreate({ key })} label={t('legal.writeOf', { name: t(`frame.${key}`) })}>
                {t('legal.write')}
              </ButtonLink>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
