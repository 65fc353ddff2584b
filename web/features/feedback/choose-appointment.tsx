import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './feedback.module.css'

/** The user's past sessions without feedback, to choose from. */
export function ChooseAppointment({ isMentor }: { isMentor: boolean }) {
  const query = useQuery(queryOptionsOf('GET /api/my-profile', { query: { per_page: 100 } }))
  return (
    <Loaded query={query}>
      {({ appointments: { data } }) => {
        const open = data.filter(({ can }) => can.give_feedback === true)
        if (open.length === 0) {
          return (
            <EmptyState
              title={t('feedbackForm.chooseNone')}
              action={
                <>
                  <ButtonLink to={paths.my()} kind="primary">
                    {t('feedbackForm.toMine')}
                  </ButtonLink>
                  {isMentor && <ButtonLink to={paths.mentor()}>{t('feedbackForm.toMentor')}</ButtonLink>}
                </>
              }
            >
              {t('feedbackForm.chooseNoneText')}
            </EmptyState>
          )
        }
        return (
          <section className={styles.choose} aria-labelledby="choose">
            <h2 id="choose">{t('feedbackForm.choose')}</h2>
            <ul className={styles.choices}>
              {open.map(({ id, mentor, support_type, starts_at, time_zone }) => (
                <li key={id}>
                  <Avatar name={mentor.name} photo={mentor.photo} />
                  <div>
                    <p className={styles.when}>
                      <DateTime starts={starts_at} zone={time_zone} />
                    </p>
                    <p className="small">
                      <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · <bdi>{mentor.name}</bdi>
                    </p>
                  </div>
                  <ButtonLink to={paths.feedback({ appointment_id: id })}>
                    {t('feedbackForm.chooseOne')}
                    <span className="visually-hidden">
                      : {t('feedbackForm.chooseOneOf', { when: formatDateTime(starts_at, time_zone), mentor: mentor.name })}
                    </span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          </section>
        )
      }}
    </Loaded>
  )
}
