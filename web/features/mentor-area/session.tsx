import { IconUsers } from '@tabler/icons-react'
import type { ResponseBody } from '../../lib/api.ts'
import { useContentLanguage } from '../../lib/content-language.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AppointmentPlace } from '../appointments/appointment-place.tsx'
import styles from './mentor-area.module.css'
import { nextVisit } from './next-visit.ts'
import { SessionFacts } from './session-facts.tsx'
import { Visit } from './visit.tsx'

/** A session of the mentor's own with its appointments. */
export type OpenedSession = ResponseBody<'GET /api/mentor-appointments'>

interface SessionProps {
  opened: OpenedSession
  /** Time of the response, in epoch ms. */
  now: number
  /** The list is filtered. */
  searched: boolean
}

/** One of the mentor's sessions: the place and all clients. */
export function Session({ opened: { schedule, data }, now, searched }: SessionProps) {
  const languageOf = useContentLanguage()
  const next = nextVisit(data, now)
  const past = schedule.availability === 'past'
  const open = data.filter(({ status }) => status !== 'cancelled')
  const cancelled = data.filter(({ status }) => status === 'cancelled')
  const { seats: _seats, free: _free, to_review: _toReview, ...byStatus } = schedule.counts
  const hidden = searched ? 0 : Object.values(byStatus).reduce((sum, count) => sum + count, 0) - data.length
  return (
    <>
      <Card edge={schedule.support_type.colour}>
        <div className={styles.head}>
          <SessionFacts session={schedule} />
          {!past && <AppointmentPlace place={schedule.place} mentor={formatPlainList(schedule.mentors.map(({ name }) => name))} />}
        </div>
        {schedule.note && (
          <p className="soft small">
            {t('mentorSession.note')} <span {...languageOf(schedule, 'note')}>{schedule.note}</span>
          </p>
        )}
      </Card>
      {schedule.status === 'cancelled' && (
        <Notice>
          <p>{t('mentorSession.isCancelled')}</p>
        </Notice>
      )}
      <section className={styles.section} aria-labelledby="who">
        <h2 id="who">{t('mentorSession.who')}</h2>
        {data.length === 0 && searched && <p className="soft">{t('mentorSession.noneWithPhone')}</p>}
        {data.length === 0 && past && !searched && hidden <= 0 && <p className="soft">{t('mentorSession.nonePast')}</p>}
        {data.length === 0 && !past && !searched && (
          <EmptyState title={t('mentorSession.noneTitle')} icon={<IconUsers size={26} stroke={1.6} aria-hidden="true" />}>
            <p>{t('mentorSession.noneText')}</p>
          </EmptyState>
        )}
        <ul className={styles.list}>
          {[...open, ...cancelled].map(appointment => (
            <Visit key={appointment.id} appointment={appointment} now={now} next={appointment.id === next?.id} />
          ))}
        </ul>
        {hidden > 0 && <p className="soft small">{t('mentorSession.hidden', { count: hidden })}</p>}
      </section>
    </>
  )
}
