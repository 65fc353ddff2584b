import type { MentorName } from '#contract/people.ts'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import styles from './roster.module.css'

interface RosterChoicesProps {
  title: string | undefined
  mentors: readonly MentorName[]
  value: readonly string[]
  onToggle: (id: string) => void
}

/** Checkboxes for mentors, each with photo and name. */
export function RosterChoices({ title, mentors, value, onToggle }: RosterChoicesProps) {
  const id = useId()
  return (
    <div className={styles.group} role="group" aria-labelledby={title && id}>
      {title && (
        <p id={id} className="soft small">
          {title}
        </p>
      )}
      <div className={styles.choices}>
        {mentors.map(mentor => (
          <ChoiceTile key={mentor.id} type="checkbox" checked={value.includes(mentor.id)} onChange={() => onToggle(mentor.id)}>
            <Avatar name={mentor.name} photo={mentor.photo} size="small" />
            <span className={styles.named}>{mentor.name}</span>
          </ChoiceTile>
        ))}
      </div>
    </div>
  )
}
