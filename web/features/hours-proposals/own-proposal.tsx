import type { HoursProposal } from '#contract/hours-proposals.ts'
import { t } from '../../lib/messages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { formatSpan } from '../weekly-hours/hours-times.tsx'
import styles from './hours-proposals.module.css'
import { ProposedTimes } from './proposed-times.tsx'

/** The tone of the badge for each state of a proposal, for mentors and staff. */
export const stateTones: Record<HoursProposal['state'], BadgeTone> = { open: 'note', approved: 'good', declined: 'bad', withdrawn: 'soft' }

/** One of the mentor's own proposals: what it says, and what became of it. */
export function OwnProposal({ proposal, onWithdrawn }: { proposal: HoursProposal; onWithdrawn: () => void }) {
  const { id, state, reason, note, place, from_date, until_date } = proposal
  const what = `${place.name}, ${formatSpan(from_date, until_date)}`
  const withdrawal = useApiMutation('POST /api/mentor-proposals/{id}/withdraw', {
    success: t('hoursProposals.withdrawn'),
    onSuccess: onWithdrawn,
  })
  return (
    <Card as="li">
      <div className={styles.head}>
        <div>
          <h3 className={styles.name}>{place.name}</h3>
          <p className="soft small">{formatSpan(from_date, until_date)}</p>
        </div>
        <Badge tone={stateTones[state]}>{t(`hoursProposals.state.${state}`)}</Badge>
      </div>
      <ProposedTimes proposal={proposal} />
      {note && (
        <p className={`soft small ${styles.words}`}>
          <bdi>{note}</bdi>
        </p>
      )}
      {reason && <p className={styles.words}>{t('hoursProposals.why', { reason })}</p>}
      {state === 'open' && (
        <p>
          <Button
            busy={withdrawal.isPending}
            aria-label={t('hoursProposals.withdrawOf', { what })}
            onClick={() => withdrawal.mutate({ params: { id } })}
          >
            {t('hoursProposals.withdraw')}
          </Button>
        </p>
      )}
    </Card>
  )
}
