import type { ListedContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './contracts.module.css'
import { formatRequired } from './format-contract.ts'

/** Whether it has a draft, and what it is required for; withdrawn, for nothing. */
export function ContractBadges({ contract: { draft_version, required_for, withdrawn_at } }: { contract: ListedContract }) {
  if (draft_version === null && withdrawn_at !== null) return null
  return (
    <p className={styles.badges}>
      {draft_version !== null && <Badge tone="note">{t('contracts.draft', { version: draft_version })}</Badge>}
      {withdrawn_at === null && <Badge tone={required_for ? 'accent' : 'soft'}>{formatRequired(required_for)}</Badge>}
    </p>
  )
}
