import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { Badge } from './badge.tsx'
import styles from './outcome-list.module.css'

/** What becomes of a selected record. */
export interface Outcome {
  /** Why it stays as it is. */
  blocked?: string | undefined
  /** What happens to it. */
  happens?: string | undefined
}

/** One record with what becomes of it. */
export interface OutcomeRow extends Outcome {
  id: string
  head: ReactNode
  detail?: ReactNode
  /** Below the outcome. */
  more?: ReactNode
}

/** Every selected record with what becomes of it. A long list scrolls, also by keyboard. */
export const OutcomeList = ({ label, rows }: { label: string; rows: readonly OutcomeRow[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the focus, so that arrow keys scroll it (axe: scrollable-region-focusable)
  <ol className={styles.rows} aria-label={label} tabIndex={0}>
    {rows.map(({ id, head, detail, blocked, happens, more }) => (
      <li key={id}>
        <p className={styles.head}>
          <span>{head}</span>
          {blocked !== undefined && <Badge tone="warm">{t('bulk.stays')}</Badge>}
        </p>
        {detail && <p className="soft">{detail}</p>}
        {(blocked ?? happens) && <p>{blocked ?? happens}</p>}
        {more}
      </li>
    ))}
  </ol>
)
