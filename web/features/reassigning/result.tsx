import type { ReassigningOutcome } from '#contract/reassigning.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { MentorTable, OutcomeTable, PhoneTable } from './result-tables.tsx'
import styles from './reassigning.module.css'

/** The result: clients to phone first, then notified clients. Prints on A4 and Letter. */
export function Result({ title, done }: { title: string; done: ResponseBody<'POST /api/reassigning'> }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { outcomes, mentors, time_off_ids } = done
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
        <div className={`${styles.actions} no-print`}>
          <Button kind="primary" icon={<IconPrinter size={20} aria-hidden="true" />} onClick={() => globalThis.print()}>
            {t('reassigned.print')}
          </Button>
          <ButtonLink to={paths.schedules()}>{t('reassign.toSchedules')}</ButtonLink>
        </div>
      </div>
      {toPhone.length === 0 && (
        <Notice kind="success">
          <p>{t('reassigned.noCalls')}</p>
        </Notice>
      )}
      {toPhone.length > 0 && (
        <section className={styles.section} aria-labelledby="to-phone">
          <h3 id="to-phone">{t('reassigned.phone')}</h3>
          <p className="soft small">{t('reassigned.phoneText')}</p>
          <PhoneTable outcomes={toPhone} />
        </section>
      )}
      {told.length > 0 && (
        <section className={styles.section} aria-labelledby="told">
          <h3 id="told">{t('reassigned.told')}</h3>
          <OutcomeTable outcomes={told} />
        </section>
      )}
      {kept.length > 0 && (
        <section className={styles.section} aria-labelledby="kept">
          <h3 id="kept">{t('reassigned.kept')}</h3>
          <OutcomeTable outcomes={kept} />
        </section>
      )}
      {mentors.length > 0 && (
        <section className={styles.section} aria-labelledby="mentors">
          <h3 id="mentors">{t('reassigned.mentors')}</h3>
          <MentorTable mentors={mentors} />
        </section>
      )}
    </div>
  )
}
