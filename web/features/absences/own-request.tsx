import type { TimeOffRequest } from '#contract/time-off-requests.ts'
import { t } from '../../lib/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { stateTones } from '../hours-proposals/own-proposal.tsx'
import styles from './absences.module.css'
import { formatTimeOff } from './format-absence.ts'

/** Time off that the mentor requests, and what became of it. */
export function OwnRequest({ request, onWithdrawn }: { request: TimeOffRequest; onWithdrawn: () => void }) {
  const { id, state, note, reason } = request
  const what = formatTimeOff(request)
  const withdrawal = useApiMutation('POST /api/mentor-time-off-requests/{id}/withdraw', {
    success: t('timeOffRequests.withdrawn'),
    onSuccess: onWithdrawn,
  })
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          <div>
            <p className={styles.when}>{what}</p>
            {note && (
              <p className="soft small">
                <bdi>{note}</bdi>
              </p>
            )}
            {reason && <p className="small">{t('hoursProposals.why', { reason })}</p>}
          </div>
        </div>
        <div className={styles.actions}>
          <span role="status">
            <span className="visually-hidden">{what}: </span>
            <Badge tone={stateTones[state]}>{t(`timeOffRequests.state.${state}`)}</Badge>
          </span>
          {state === 'open' && (
            <Button
              small
              busy={withdrawal.isPending}
              aria-label={t('timeOffRequests.withdrawOf', { what })}
              onClick={() => withdrawal.mutate({ params: { id } })}
            >
              {t('hoursProposals.withdraw')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
