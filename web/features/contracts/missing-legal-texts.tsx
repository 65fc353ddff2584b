import type { ListedContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './contracts.module.css'
import { linkedKeys, linkOf } from './linked-texts.ts'

/** The texts with pages of their own that have not been written yet, and what belongs in them. */
export function MissingLegalTexts({ contracts }: { contracts: readonly ListedContract[] }) {
  const missing = linkedKeys.filter(key => !contracts.some(contract => contract.key === key))
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
                <h3 className={styles.name}>{linkOf(key)}</h3>
                <p className="soft">{t(`legal.${key}`)}</p>
              </div>
              <ButtonLink to={paths.contractCreate({ key })} label={t('legal.writeOf', { name: linkOf(key) })}>
                {t('legal.write')}
              </ButtonLink>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
