import type { UserRecord } from '#contract/users.ts'
import { useState } from 'react'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatDate, formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { AnswerText } from '../../ui/answer-text.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import { formatUserAction } from './format-user-action.ts'
import styles from './users.module.css'

/** Number of answers shown before "show all". */
const shownAtFirst = 3

const format = (instant: string) => formatDateTime(instant, visitorZone())

/** The person's feedback. */
export function UserFeedback({ feedback }: Pick<UserRecord, 'feedback'>) {
  const [shownAll, setShownAll] = useState(false)
  const printing = usePrinting()
  const all = shownAll || printing
  if (feedback === null || feedback.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="user-feedback">
      <h2 id="user-feedback">{t('user.feedback')}</h2>
      <ul className={`${styles.rows} ${styles.sheet}`}>
        {feedback.slice(0, all ? undefined : shownAtFirst).map(({ id, created_at, answers }) => (
          <li key={id} className={styles.row}>
            <div className={styles.rowText}>
              <span className="soft small tabular">{format(created_at)}</span>
              {answers
                .filter(({ value }) => value !== '')
                .map(({ question_id, prompt, widget, value }) => (
                  <p key={question_id} className="small">
                    <span className="soft">
                      <bdi>{prompt}</bdi>
                    </span>{' '}
                    <AnswerText widget={widget} value={value} />
                  </p>
                ))}
            </div>
          </li>
        ))}
      </ul>
      {!all && feedback.length > shownAtFirst && (
        <div className="no-print">
          <Button small onClick={() => setShownAll(true)}>
            {t('user.allFeedback', { count: feedback.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

const knownFields = [
  'name',
  'phone',
  'email',
  'password',
  'contact_name',
  'contact_phone',
  'channel',
  'note',
  'locale',
  'time_zone',
  'spoken_language',
  'needs_interpreter',
  'working_languages',
  'bio',
  'support_type_ids',
  'photo',
  'contact',
] as const

const formatField = (field: string) => (knownFields.some(known => known === field) ? t(`user.field.${field}` as MessageId) : field)

/** The audit entries of the record. */
export function UserChanges({ changes }: Pick<UserRecord, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="user-changes">
      <h2 id="user-changes">{t('user.changes')}</h2>
      <ul className={`${styles.rows} ${styles.sheet}`}>
        {changes.map(({ id, at, by, action, fields, reason }) => (
          <li key={id} className={styles.row}>
            <div className={styles.rowText}>
              <span>
                {formatUserAction(action)}
                {fields.length > 0 && `: ${fields.map(formatField).join(', ')}`}
              </span>
              {reason && (
                <p className={`${styles.said} small`}>
                  <bdi>{reason}</bdi>
                </p>
              )}
              <span className="soft small tabular">
                {format(at)}
                {by && ` · ${by.name}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const liveStates = ['waiting', 'offered', 'taken', 'left', 'expired'] as const

/** The person's waiting list entries and agreements. */
export function UserWaiting({ waiting }: Pick<UserRecord, 'waiting'>) {
  if (waiting === null || waiting.length === 0) return null
  return (
    <Card as="section" label={t('user.waiting')}>
      <h2 className={styles.title}>{t('user.waiting')}</h2>
      <ul className={styles.rows}>
        {waiting.map(({ id, support_type, from_date, to_date, state }) => (
          <li key={id} className={styles.row}>
            <div className={styles.rowText}>
              <SupportTypeMark name={support_type.name} colour={support_type.colour} />
              <span className="soft small">{t('user.waitingDates', { from: formatDate(from_date), to: formatDate(to_date) })}</span>
            </div>
            <Badge tone={state === 'offered' ? 'warm' : 'soft'}>
              {liveStates.some(known => known === state) ? t(`user.waiting.${state}` as MessageId) : state}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
