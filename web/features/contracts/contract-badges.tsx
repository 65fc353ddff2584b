import type { ListedContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './contracts.module.css'
import { formatRequired } from './format-contract.ts'

/** What the contract is required for, and whether it has a draft. */
export const ContractBadges = ({ contract }: { contract: ListedContract }) => (
  <p className={styles.badges}>
    {contract.draft_version !== null && <Badge tone="note">{t('contracts.draft', { version: contract.draft_version })}</Badge>}
    <Badge tone={contract.required_for ? 'accent' : 'soft'}>{formatRequired(contract.required_for)}</Badge>
  </p>
)
