import type { MentorName } from '#contract/people.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './mentor-faces.module.css'

const maxFaces = 4

/** The mentors' photos in roster order, with the first name; all names for screen readers. */
export function MentorFaces({ mentors }: { mentors: readonly MentorName[] }) {
  const [first] = mentors
  return (
    <span className={styles.faces} title={formatPlainList(mentors.map(({ name }) => name))}>
      <span className={styles.stack} aria-hidden="true">
        {mentors.slice(0, maxFaces).map(({ id, name, photo }) => (
          <Avatar key={id} name={name} photo={photo} size="small" />
        ))}
      </span>
      <span aria-hidden="true" className={styles.name}>
        <bdi>{first?.name}</bdi>
        {mentors.length > 1 && <span className="soft"> {t('schedules.more', { count: mentors.length - 1 })}</span>}
      </span>
      <span className="visually-hidden">{formatPlainList(mentors.map(({ name }) => name))}</span>
    </span>
  )
}
