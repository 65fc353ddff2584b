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
}

/** None of the weeks that were asked for has a free time: why, and what to do now. */
export function NoFreeDay({ days, choice, change, onLater }: NoFreeDayProps) {
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
        <Button onClick={onLater}>{t('booking.calendar.later')}</Button>
      </div>
    </div>
  )
}
