import type { Contract } from '#contract/contracts.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { CheckField } from '../../ui/fields.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import styles from './agreements.module.css'

interface AgreementsProps {
  contracts: readonly Contract[]
  /** Ids of the accepted versions. */
  accepted: readonly string[]
  /** Those that stopped the booking because they are not accepted yet. */
  missing: readonly string[]
  onChange: (accepted: string[]) => void
}

/** The texts to read and accept before booking, each readable in its place. */
export function Agreements({ contracts, accepted, missing, onChange }: AgreementsProps) {
  if (contracts.length === 0) return null
  return (
    <fieldset className={styles.agreements}>
      <legend>{t('booking.contracts.heading')}</legend>
      {contracts.map(contract => (
        <div key={contract.version_id} className={styles.agreement}>
          <Text contract={contract} />
          <CheckField
            name={`accept-${contract.key}`}
            label={t('booking.contracts.accept', { title: contract.title })}
            value={accepted.includes(contract.version_id)}
            error={missing.includes(contract.version_id) ? t('booking.contracts.missing') : undefined}
            onChange={yes => onChange(yes ? [...accepted, contract.version_id] : accepted.filter(id => id !== contract.version_id))}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** The text itself, fetched into the page when somebody opens it. */
function Text({ contract }: { contract: Contract }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.text} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('booking.contracts.read', { title: contract.title })}</summary>
      {open && (
        <div className={styles.body} role="region" aria-label={contract.title} tabIndex={0}>
          <Markdown text={contract.body} />
        </div>
      )}
    </details>
  )
}
