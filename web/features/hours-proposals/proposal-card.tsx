import type { HoursProposal } from '#contract/hours-proposals.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { formatSpan, SkippedDates, TravelDates } from '../weekly-hours/hours-times.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import styles from './hours-proposals.module.css'
import { ProposedTimes } from './proposed-times.tsx'

/** A proposal with what approving it would plan, to approve, change or decline. */
export function ProposalCard({ proposal, onDecided }: { proposal: HoursProposal; onDecided: () => void }) {
  const [dialog, setDialog] = useState<'approve' | 'decline'>()
  const { id, mentor, place, from_date, until_date, note } = proposal
  const approval = useApiMutation('POST /api/hours-proposals/{id}/approve', {
    success: ({ sessions_ahead, skipped }) => ({
      text: t('weeklyHours.done', { count: sessions_ahead, skipped: skipped.length }),
      durationMs: 8000,
    }),
    invalidates: ['GET /api/hours-proposals'],
    onSuccess: onDecided,
  })
  const close = () => setDialog(undefined)
  const { name } = mentor
  return (
    <Card as="li">
      <div className={styles.who}>
        <Avatar name={name} photo={mentor.photo} />
        <div>
          <h3 className={styles.name}>{name}</h3>
          <p className="soft small">
            <bdi>{place.name}</bdi> · {formatSpan(from_date, until_date)}
          </p>
        </div>
      </div>
      <ProposedTimes proposal={proposal} />
      {note && (
        <p className={styles.words}>
          <bdi>{note}</bdi>
        </p>
      )}
      <Preview id={id} />
      <div className={`${styles.actions} no-print`}>
        <Button
          kind="primary"
          busy={approval.isPending}
          aria-label={t('hoursProposals.approveOf', { name })}
          onClick={() => approval.mutate({ params: { id }, body: {} })}
        >
          {t('hoursProposals.approve')}
        </Button>
        <Button aria-label={t('hoursProposals.editOf', { name })} onClick={() => setDialog('approve')}>
          {t('hoursProposals.edit')}
        </Button>
        <Button aria-label={t('hoursProposals.declineOf', { name })} onClick={() => setDialog('decline')}>
          {t('hoursProposals.decline')}
        </Button>
      </div>
      {dialog === 'approve' && <ApproveDialog proposal={proposal} onClose={close} onDecided={onDecided} />}
      {dialog === 'decline' && (
        <DeclineDialog
          title={t('hoursProposals.declineTitle', { name })}
          done={t('hoursProposals.declined', { name })}
          decline={reason => call('POST /api/hours-proposals/{id}/decline', { params: { id }, body: { reason } })}
          onClose={close}
          onDecided={onDecided}
        />
      )}
    </Card>
  )
}

function Preview({ id }: { id: string }) {
  const { data } = useQuery(queryOptionsOf('GET /api/hours-proposals/{id}/preview', { params: { id } }))
  if (!data) return null
  return (
    <div>
      <p className="small">{t('hoursProposals.preview', { count: data.sessions, date: formatDate(data.until) })}</p>
      <TravelDates travel={data.travel} />
      <SkippedDates skipped={data.skipped} summary={t('hoursProposals.inTheWay', { count: data.skipped.length })} />
    </div>
  )
}
