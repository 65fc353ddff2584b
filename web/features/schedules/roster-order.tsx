import type { MentorName } from '#contract/people.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './roster.module.css'

/** The chosen mentors in roster order, which buttons change; the focus stays with the mentor who moves. */
export function RosterOrder({ mentors, onChange }: { mentors: readonly MentorName[]; onChange: (ids: string[]) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const move = (from: number, by: -1 | 1) => {
    const ids = mentors.map(({ id }) => id)
    const [moved = ''] = ids.splice(from, 1)
    ids.splice(from + by, 0, moved)
    onChange(ids)
    const spot = from + by
    const edge = spot === 0 || spot === mentors.length - 1
    setTimeout(() => list.current?.children[spot]?.querySelectorAll('button')[edge ? (spot === 0 ? 1 : 0) : by === -1 ? 0 : 1]?.focus())
  }
  return (
    <div className={styles.group}>
      <p className="soft small">{t('roster.hint')}</p>
      <ol ref={list} className={styles.order}>
        {mentors.map(({ id, name }, index) => (
          <li key={id}>
            <span className="tabular soft">{index + 1}</span>
            <span className={styles.ordered}>{name}</span>
            <IconButton label={t('roster.earlier', { name })} disabled={index === 0} onClick={() => move(index, -1)}>
              <IconArrowUp size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label={t('roster.later', { name })} disabled={index === mentors.length - 1} onClick={() => move(index, 1)}>
              <IconArrowDown size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
    </div>
  )
}
