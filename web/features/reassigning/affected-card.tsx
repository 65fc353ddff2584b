import type { AffectedAppointment } from '#contract/reassigning.ts'
import { formatDateTimeThere, formatShortDateTime, formatTime, withZone } from '../../lib/time.ts'
import { t } from '../../lib/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { WarningsNotice } from '../schedules/plan-warnings.tsx'
import { ChoiceField } from './choice-field.tsx'
import { cancel, proposedFor, seatKey, type Choice } from './choices.ts'
import styles from './reassigning.module.css'

interface AffectedCardProps {
  appointment: AffectedAppointment
  /** Shows the day, because the list spans several. */
  withDay: boolean
  choice: Choice
  isLeft: (choice: Choice) => boolean
  onChoose: (choice: Choice) => void
}

/** An affected appointment with its decision. */
export function AffectedCard({ appointment, withDay, choice, isLeft, onChoose }: AffectedCardProps) {
  const { user, support_type, mentor, requested_mentor, starts_at, time_zone, status, options } = appointment
  const proposed = choice === proposedFor(appointment)
  const chosen = options.find(option => seatKey(option) === choice)
  const details = [
    t('reassign.with', { name: mentor.name }),
    requested_mentor && t('reassign.askedFor', { name: requested_mentor.name }),
    status === 'pending' && t('reassign.pending'),
  ].filter(Boolean)
  return (
    <Card as="li" edge={support_type.colour}>
      <div className={styles.card}>
        <div>
          <p className={styles.client}>
            <span className="tabular">
              {withZone(withDay ? formatShortDateTime(starts_at, time_zone) : formatTime(starts_at, time_zone), starts_at, time_zone)}
            </span>{' '}
            <bdi>{user.name}</bdi>
          </p>
          <p className="small">
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          </p>
          <p className="soft small">{details.join(' · ')}</p>
        </div>
        <div className={styles.instead}>
          <ChoiceField
            appointment={appointment}
            value={choice}
            isLeft={isLeft}
            label={t('reassign.instead', { name: user.name, when: formatDateTimeThere(starts_at, time_zone) })}
            onChange={onChoose}
          />
          <div role="status" className={styles.instead}>
            <p>
              <Badge tone={choice === cancel ? 'warm' : proposed ? 'accent' : 'note'}>
                {options.length === 0 && choice === cancel
                  ? t('reassign.nothingFree')
                  : t(proposed ? 'reassign.proposed' : 'reassign.changed')}
              </Badge>
            </p>
            <WarningsNotice travel={chosen?.travel ?? []} />
          </div>
        </div>
      </div>
    </Card>
  )
}
