import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import styles from './hours-proposals.module.css'
import { ProposalCard } from './proposal-card.tsx'

/** The weekly hours that mentors propose, to decide on; nothing if none are open. */
export function OpenProposals({ onDecidedLast }: { onDecidedLast: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const decidedId = useRef<string>(undefined)
  const proposals = useQuery(queryOptionsOf('GET /api/hours-proposals')).data?.data
  // A decided card leaves the list with the button that had the focus.
  useEffect(() => {
    if (!decidedId.current || proposals?.some(({ id }) => id === decidedId.current)) return
    decidedId.current = undefined
    if (document.activeElement !== document.body) return
    if (heading.current) heading.current.focus()
    else onDecidedLast()
  }, [proposals, onDecidedLast])
  if (!proposals || proposals.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('hoursProposals.title')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('hoursProposals.title')}
      </h2>
      <ul className={styles.cards}>
        {proposals.map(proposal => (
          <ProposalCard key={proposal.id} proposal={proposal} onDecided={() => void (decidedId.current = proposal.id)} />
        ))}
      </ul>
    </section>
  )
}
