import { IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import { call, queryKeyOf, type ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { EmptyState } from '../../ui/states.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { DecideForm } from './decide-form.tsx'
import type { ReassigningSubject } from './subject.ts'
import styles from './reassigning.module.css'
import { Result } from './result.tsx'
import { StartedList } from './started-list.tsx'
import { formatSubject } from './format-subject.ts'

interface ReassignProps {
  of: ReassigningSubject
  read: ResponseBody<'GET /api/reassigning'>
  /** Whether the response belongs to the current address. */
  current: boolean
  /** False: Undo brings the decisions back. */
  onDecided: (decided: boolean) => void
}

/** Decisions, then the result. For a session with several mentors it first asks which mentor cannot come. */
export function Reassign({ of, read, current, onDecided }: ReassignProps) {
  const [, setParams] = useSearchParams<'reassign'>()
  const [done, setDone] = useState<{ title: string; of: ReassigningSubject; answer: ResponseBody<'POST /api/reassigning'> }>()
  const { about, appointments, started } = read
  const title = formatSubject(about)
  const undoReassigning = async (undo: string) => {
    await call('POST /api/reassigning/undo', { body: { undo } })
    await queryClient.refetchQueries({ queryKey: queryKeyOf('GET /api/reassigning') })
    setDone(undefined)
    onDecided(false)
  }
  if (done && JSON.stringify(done.of) === JSON.stringify(of)) return <Result title={done.title} done={done.answer} />
  return (
    <>
      <h2>{title}</h2>
      {about.mentors.length > 1 && (
        <div className={styles.who}>
          <SelectField
            label={t('reassign.who')}
            name="mentor"
            value={about.mentor?.id ?? ''}
            options={[{ value: '', label: t('reassign.wholeSession') }, ...namedOptions(about.mentors)]}
            onChange={mentor_id => setParams({ mentor_id: mentor_id || undefined }, { replace: true })}
          />
        </div>
      )}
      <StartedList started={started} />
      {appointments.length + started.length === 0 && (
        <EmptyState
          title={t('reassign.noneTitle')}
          icon={<IconMoodSmile size={26} stroke={1.6} aria-hidden="true" />}
          action={<ButtonLink to={paths.schedules()}>{t('reassign.toSchedules')}</ButtonLink>}
        >
          <p>{t('reassign.noneText')}</p>
        </EmptyState>
      )}
      {appointments.length > 0 && (
        <DecideForm
          key={`${JSON.stringify(of)} ${current}`}
          of={of}
          read={read}
          onDone={answer => {
            setDone({ title, of, answer })
            onDecided(true)
            const { undo } = answer
            if (undo) toastWithUndo(t('reassigned.title'), () => undoReassigning(undo))
          }}
        />
      )}
    </>
  )
}
