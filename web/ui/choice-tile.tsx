import type { InputHTMLAttributes } from 'react'
import styles from './choice-tile.module.css'

interface ChoiceTileProps extends InputHTMLAttributes<HTMLInputElement> {
  type: 'radio' | 'checkbox'
  /** The label has more than one line. */
  tall?: boolean
}

/** A radio button or checkbox whose whole tile is the target. */
export const ChoiceTile = ({ tall, children, ...input }: ChoiceTileProps) => (
  <label className={tall ? `${styles.tile} ${styles.tall}` : styles.tile}>
    <input {...input} />
    {children}
  </label>
)
