import { initials } from '#domain/people/initials.ts'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  photo: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A photo, or the first two letters of the name (specification §9). The name stands beside it, so it says nothing itself. */
export function Avatar({ name, photo, size = 'medium' }: AvatarProps) {
  return (
    <span className={`${styles.avatar} ${styles[size]}`} aria-hidden="true">
      {photo ? <img src={photo} alt="" loading="lazy" /> : initials(name)}
    </span>
  )
}
