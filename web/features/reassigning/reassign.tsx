import { IconMoodSmile } from '@tabler/icons-react'
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
import { keepResult, removeResult } from './kept-results.ts'
import type { ReassigningSubject } from './subject.ts'
import styles from './reassigning.module.css'
import { StartedList } from './started-list.tsx'
import { formatSubject } from './format-subject.ts'

interface ReassignProps {
  of: ReassigningSubject
  read: ResponseBody<'GET /api/reassigning'>
  /** Whether the response belongs to the current address. */
  current: boolean
  /** The tab keeps the result, which the page shows. */
  onDecided: () => void
}

/** The decisions. For a session with several mentors it first asks which mentor cannot come. */
export function Reassign({ of, read, current, onDecided }: ReassignProps) {
  const [, setParams] = useSearchParams<'reassign'>()
  const { about, appointments, started } = read
  const title = formatSubject(about)
  const undoReassigning = async (undo: string) => {
    await call('POST /api/reassigning/undo', { body: { undo } })
    await queryClient.refetchQueries({ queryKey: queryKeyOf('GET /api/reassigning') })
    removeResult(of, undo)
  }
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
            keepResult(of, { title, answer })
            onDecided()
            const { undo } = answer
            if (undo) toastWithUndo(t('reassigned.title'), () => undoReassigning(undo))
          }}
        />
      )}
    </>
  )
}
