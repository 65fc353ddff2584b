import type { ReassigningOutcome } from '#contract/reassigning.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MentorTable, OutcomeTable, PhoneTable } from './result-tables.tsx'
import type { KeptResult } from './kept-results.ts'
import styles from './reassigning.module.css'

interface ResultProps extends KeptResult {
  /** It takes the focus and has the buttons; an earlier result follows the newest. */
  isNewest: boolean
  onPrint: () => void
}

/** One result: clients to phone first, then notified clients. Prints on A4 and Letter. */
export function Result({ title, answer, isNewest, onPrint }: ResultProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNewest) heading.current?.focus()
  }, [isNewest])
  const { outcomes, mentors, time_off_ids } = answer
  const of = (action: ReassigningOutcome['action']) => outcomes.filter(outcome => outcome.action === action).length
  const toPhone = outcomes.filter(({ phone }) => phone !== null)
  const told = outcomes.filter(({ told_by }) => told_by.length > 0)
  const kept = outcomes.filter(({ action }) => action === 'keep')
  return (
    <div className={styles.result}>
      <div className={styles.resultHead}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {t('reassigned.title')}
          </h2>
          <p>{title}</p>
          <p className="soft">{t('reassigned.lead', { moves: of('move'), cancels: of('cancel') })}</p>
          {time_off_ids.length > 0 && <p className="soft">{t('reassigned.recorded')}</p>}
        </div>
        {isNewest && (
          <div className={`${styles.actions} no-print`}>
            <Button kind="primary" icon={<IconPrinter size={20} aria-hidden="true" />} onClick={onPrint}>
              {t('reassigned.print')}
            </Button>
            <ButtonLink to={paths.schedules()}>{t('reassign.toSchedules')}</ButtonLink>
          </div>
        )}
      </div>
      {toPhone.length === 0 && (
        <Notice kind="success">
          <p>{t('reassigned.noCalls')}</p>
        </Notice>
      )}
      {toPhone.length > 0 && (
        <section className={styles.section} aria-labelledby={`${id}to-phone`}>
          <h3 id={`${id}to-phone`}>{t('reassigned.phone')}</h3>
          <p className="soft small">{t('reassigned.phoneText')}</p>
          <PhoneTable outcomes={toPhone} />
        </section>
      )}
      {told.length > 0 && (
        <section className={styles.section} aria-labelledby={`${id}told`}>
          <h3 id={`${id}told`}>{t('reassigned.told')}</h3>
          <OutcomeTable outcomes={told} />
        </section>
      )}
      {kept.length > 0 && (
        <section className={styles.section} aria-labelledby={`${id}kept`}>
          <h3 id={`${id}kept`}>{t('reassigned.kept')}</h3>
          <OutcomeTable outcomes={kept} />
        </section>
      )}
      {mentors.length > 0 && (
        <section className={styles.section} aria-labelledby={`${id}mentors`}>
          <h3 id={`${id}mentors`}>{t('reassigned.mentors')}</h3>
          <MentorTable mentors={mentors} />
        </section>
      )}
    </div>
  )
}
