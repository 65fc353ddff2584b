import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newIdempotencyKey, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { choose, type ChangeChoice, type Choice } from '../booking/choice.ts'
import { focusStep } from '../booking/step.tsx'
import { SummaryWhen } from '../booking/summary.tsx'
import { useChosen } from '../booking/use-chosen.ts'
import styles from './embedding.module.css'

const pollMs = 3000
/** Half an hour, while the page is seen. */
const maxLooks = 600

/** What was chosen, the way on in a window of this site, and how that ended. */
export function ContinueInWindow({ choice, change }: { choice: Choice; change: ChangeChoice }) {
  const [params] = useSearchParams<'booking'>()
  // In memory alone: who knows it learns whether this visit ended with a booking.
  const [visit] = useState(newIdempotencyKey)
  const [opened, setOpened] = useState(false)
  const { chosen } = useChosen(choice, choice.supportType ? { supportType: choice.supportType, mentor: choice.mentor } : undefined)
  useEffect(() => focusStep('details'), [])
  const { data } = useQuery({
    ...queryOptionsOf('GET /api/visits/{visit}', { params: { visit } }),
    enabled: opened,
    refetchInterval: ({ state }) => (state.data?.result || state.dataUpdateCount > maxLooks ? false : pollMs),
  })
  const restart = () => change({ ...choose.supportType(undefined), ...choose.closeWaitingList() })
  if (data?.result) {
    return (
      <Notice kind="success" alert>
        <p>
          <strong>{t(data.result === 'booked' ? 'booking.done.title' : 'booking.done.titlePending')}</strong>
        </p>
        <p>{t('embed.doneText')}</p>
        <Button onClick={restart}>{t('embed.again')}</Button>
      </Notice>
    )
  }
  return (
    <section className={styles.chosen} aria-labelledby="step-details">
      <h2 id="step-details" tabIndex={-1}>
        {t('embed.title')}
      </h2>
      {choice.date && (
        <p className={styles.when}>
          <strong>{chosen.supportType?.name}</strong>
          <SummaryWhen date={choice.date} time={chosen.time} />
        </p>
      )}
      <p>{t(opened ? 'embed.waiting' : 'embed.text')}</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.booking({ ...params, visit })} kind="primary" newWindow onClick={() => setOpened(true)}>
          {t('embed.continue')}
        </ButtonLink>
        <Button onClick={() => change({ ...choose.edit(), ...choose.clearTime(), ...choose.closeWaitingList() })}>
          {t('embed.otherTime')}
        </Button>
      </div>
    </section>
  )
}
