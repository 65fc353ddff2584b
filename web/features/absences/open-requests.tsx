import type { TimeOffRequest } from '#contract/time-off-requests.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { DeclineDialog } from '../hours-proposals/decline-dialog.tsx'
import { absenceQueries } from './absence-queries.ts'
import styles from './absences.module.css'
import { formatTimeOff } from './format-absence.ts'

/** The time off that mentors request, to decide on; nothing if none is open. */
export function OpenTimeOffRequests({ onDecidedLast }: { onDecidedLast: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const requests = useQuery(queryOptionsOf('GET /api/time-off-requests')).data?.data
  const onDecided = useFocusAfterRemoval(requests, () => (heading.current ? heading.current.focus() : onDecidedLast()))
  if (!requests || requests.length === 0) return null
  return (
    <section className={styles.all} aria-label={t('timeOffRequests.title')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('timeOffRequests.title')}
      </h2>
      <ul className={styles.list}>
        {requests.map(request => (
          <OpenRequest key={request.id} request={request} onDecided={() => onDecided(request.id)} />
        ))}
      </ul>
    </section>
  )
}

function OpenRequest({ request, onDecided }: { request: TimeOffRequest; onDecided: () => void }) {
  const [declining, setDeclining] = useState(false)
  const { id, mentor, note, affected } = request
  const when = formatTimeOff(request)
  const what = `${mentor.name}, ${when}`
  const approval = useApiMutation('POST /api/time-off-requests/{id}/approve', {
    success: t('timeOff.done', { name: mentor.name }),
    invalidates: ['GET /api/time-off-requests', ...absenceQueries],
    onSuccess: onDecided,
  })
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          <Avatar name={mentor.name} photo={mentor.photo} size="small" />
          <div>
            <h3 className={styles.when}>{mentor.name}</h3>
            <p>{when}</p>
            {note && (
              <p className="soft small">
                <bdi>{note}</bdi>
              </p>
            )}
            {affected > 0 && <p className="small">{t('timeOffRequests.affected', { count: affected })}</p>}
          </div>
        </div>
        <div className={`${styles.actions} no-print`}>
          <Button
            small
            kind="primary"
            busy={approval.isPending}
            aria-label={t('timeOffRequests.approveOf', { what })}
            onClick={() => approval.mutate({ params: { id } })}
          >
            {t('hoursProposals.approve')}
          </Button>
          <Button small aria-label={t('timeOffRequests.declineOf', { what })} onClick={() => setDeclining(true)}>
            {t('hoursProposals.decline')}
          </Button>
        </div>
      </div>
      {declining && (
        <DeclineDialog
          title={t('timeOffRequests.declineTitle', { name: mentor.name })}
          done={t('timeOffRequests.declined', { name: mentor.name })}
          decline={reason => call('POST /api/time-off-requests/{id}/decline', { params: { id }, body: { reason } })}
          onClose={() => setDeclining(false)}
          onDecided={onDecided}
        />
      )}
    </Card>
  )
}
