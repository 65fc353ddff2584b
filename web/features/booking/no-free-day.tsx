import type { FreeDay } from '#contract/search.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { choose, type Choice } from './choice.ts'
import { ContactLine } from './contact-line.tsx'
import { whyNothingAtAll } from './free-days.ts'
import styles from './steps.module.css'
import type { ChangeChoice } from './use-choice.ts'

interface NoFreeDayProps {
  days: readonly FreeDay[]
  choice: Choice
  change: ChangeChoice
  onLater: () => void
  /** Waits for a place in these weeks. */
  onWait: (() => void) | undefined
}

/** Where no place can be given back: waiting is of no use. */
const hopeless = new Set(['not_open_yet', 'closed_day'])

/** None of the weeks that were asked for has a free time: why, and what to do now. */
export function NoFreeDay({ days, choice, change, onLater, onWait }: NoFreeDayProps) {
  const contact = useSite()?.contact
  const why = whyNothingAtAll(days)
  const filtered = choice.mentor !== undefined || choice.place !== undefined
  if (!why) return null
  return (
    <div className={styles.noDay} role="status">
      <h3>{t(`booking.whyAll.${why}`)}</h3>
      <p className="soft">
        {t(filtered ? 'booking.whyAll.textFiltered' : 'booking.whyAll.text')} <ContactLine contact={contact} />
      </p>
      <div className={styles.actions}>
        {filtered && (
          <Button kind="primary" onClick={() => change(choose.anything(), { replace: true })}>
            {t('booking.anything')}
          </Button>
        )}
        {onWait && !hopeless.has(why) && (
          <Button kind={filtered ? 'quiet' : 'primary'} onClick={onWait}>
            {t('booking.wait')}
          </Button>
        )}
        <Button onClick={onLater}>{t('booking.calendar.later')}</Button>
      </div>
    </div>
  )
}
