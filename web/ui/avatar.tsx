import { initials } from '#domain/people/initials.ts'
import { useState } from 'react'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  /** URL of a public photo (a mentor's). `PrivateAvatar` shows all others. */
  photo: string | null
  size?: 'small' | 'medium' | 'large'
}

/** A photo, or the first two letters of the name (`initials`). Decorative: the name is next to it. */
export function Avatar({ name, photo, size = 'medium' }: AvatarProps) {
  const [missing, setMissing] = useState<string>()
  return (
    <span className={`${styles.avatar} ${styles[size]}`} aria-hidden="true">
      {photo && photo !== missing ? <img src={photo} alt="" loading="lazy" onError={() => setMissing(photo)} /> : initials(name)}
    </span>
  )
}
