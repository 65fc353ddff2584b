import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import styles from './hours-proposals.module.css'
import { ProposalCard } from './proposal-card.tsx'

/** The weekly hours that mentors propose, to decide on; nothing if none are open. */
export function OpenProposals({ onDecidedLast }: { onDecidedLast: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const proposals = useQuery(queryOptionsOf('GET /api/hours-proposals')).data?.data
  const onDecided = useFocusAfterRemoval(proposals, () => (heading.current ? heading.current.focus() : onDecidedLast()))
  if (!proposals || proposals.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('hoursProposals.title')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('hoursProposals.title')}
      </h2>
      <ul className={styles.cards}>
        {proposals.map(proposal => (
          <ProposalCard key={proposal.id} proposal={proposal} onDecided={() => onDecided(proposal.id)} />
        ))}
      </ul>
    </section>
  )
}
