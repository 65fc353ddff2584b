import type { MentorName } from '#contract/people.ts'
import { IconUsers } from '@tabler/icons-react'
import { t } from '../../../lib/messages.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import styles from './mentor-choice.module.css'

interface MentorChoiceProps {
  mentors: readonly MentorName[]
  chosen: string | undefined
  onChoose: (mentor: string | undefined) => void
  legend?: string
}

/** Chooses one of several free mentors, or any. */
export function MentorChoice({ mentors, chosen, onChoose, legend = t('booking.whom.heading') }: MentorChoiceProps) {
  const current = mentors.some(({ id }) => id === chosen) ? chosen : undefined
  return (
    <fieldset className={styles.whom}>
      <legend>{legend}</legend>
      <label className={styles.option}>
        <input type="radio" name="with" checked={!current} onChange={() => onChoose(undefined)} />
        <IconUsers size={22} stroke={1.6} aria-hidden="true" />
        {t('booking.whom.any')}
      </label>
      {mentors.map(mentor => (
        <label key={mentor.id} className={styles.option}>
          <input type="radio" name="with" checked={mentor.id === current} onChange={() => onChoose(mentor.id)} />
          <Avatar name={mentor.name} photo={mentor.photo} size="small" />
          <bdi>{mentor.name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
