import type { Contract } from '#contract/contracts.ts'
import { IconFileText } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../lib/messages.ts'
import { FieldError } from './field.tsx'
import { CheckField } from './fields.tsx'
import styles from './agreements.module.css'
import { Markdown } from './markdown.tsx'

interface AgreementsProps {
  contracts: readonly Contract[]
  /** The version_ids accepted so far. */
  value: readonly string[]
  onChange: (versionIds: string[]) => void
  error?: string | undefined
  /** Staff record it for somebody: the words are about the client. */
  behalf?: boolean
}

/** What has to be accepted: each text readable in place, then a box to tick. Accepted is the very version shown. */
export function Agreements({ contracts, value, onChange, error, behalf = false }: AgreementsProps) {
  const id = useId()
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
          <CheckField
            label={t(behalf ? 'ui.acceptContractBehalf' : 'ui.acceptContract', { title: contract.title })}
            name={`accept-${contract.key}`}
            value={value.includes(contract.version_id)}
            invalid={error !== undefined && !value.includes(contract.version_id)}
            onChange={yes => accept(contract.version_id, yes)}
          />
        </div>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
