import type { Contract } from '#contract/contracts.ts'
import { IconFileText } from '@tabler/icons-react'
import { useId } from 'react'
import { formatList, quote } from '../lib/format-values.ts'
import { t } from '../lib/messages.ts'
import { FieldError } from './field.tsx'
import { CheckField } from './fields.tsx'
import styles from './agreements.module.css'
import { Markdown } from './markdown.tsx'

interface AgreementsProps {
  contracts: readonly Contract[]
  /** Accepted version ids. */
  value: readonly string[]
  onChange: (versionIds: string[]) => void
  error?: string | undefined
  /** Staff accept for the client: the texts name the client. */
  behalf?: boolean
  /** One checkbox for all of them. */
  together?: boolean
}

/** The contracts to accept: each text and a checkbox. The version that is shown is accepted. */
export function Agreements({ contracts, value, onChange, error, behalf = false, together = false }: AgreementsProps) {
  const id = useId()
  const shared = together && contracts.length > 1
  const acceptsAll = contracts.every(({ version_id }) => value.includes(version_id))
  const accept = (versionId: string, yes: boolean) => onChange(yes ? [...value, versionId] : value.filter(other => other !== versionId))
  return (
    <fieldset className={styles.agreements} aria-describedby={error ? id : undefined}>
      <legend className={styles.legend}>
        <h2>{t(behalf ? 'ui.agreementsBehalf' : 'ui.agreements')}</h2>
      </legend>
      {contracts.map(contract => (
        <div key={contract.version_id} className={styles.agreement}>
          <details>
            <summary>
              <IconFileText size={20} stroke={1.7} aria-hidden="true" />
              <span>{t('ui.readContract', { title: contract.title })}</span>
            </summary>
            <div className={styles.text}>
              <Markdown text={contract.body} />
            </div>
          </details>
          {!shared && (
            <CheckField
              label={t(behalf ? 'ui.acceptContractBehalf' : 'ui.acceptContract', { title: contract.title })}
              name={`accept-${contract.key}`}
              value={value.includes(contract.version_id)}
              invalid={error !== undefined && !value.includes(contract.version_id)}
              onChange={yes => accept(contract.version_id, yes)}
            />
          )}
        </div>
      ))}
      {shared && (
        <div className={styles.agreement}>
          <CheckField
            label={t('ui.acceptContracts', { titles: formatList(contracts.map(({ title }) => quote(title))) })}
            name="accept-all"
            value={acceptsAll}
            invalid={error !== undefined && !acceptsAll}
            onChange={yes => onChange(yes ? contracts.map(({ version_id }) => version_id) : [])}
          />
        </div>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
