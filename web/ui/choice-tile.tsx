import type { InputHTMLAttributes } from 'react'
import styles from './choice-tile.module.css'

interface ChoiceTileProps extends InputHTMLAttributes<HTMLInputElement> {
  type: 'radio' | 'checkbox'
  /** More than one line stands beside the box. */
  tall?: boolean
}

/** Something to choose or to tick: all of the tile is the target. */
export const ChoiceTile = ({ tall, children, ...input }: ChoiceTileProps) => (
  <label className={tall ? `${styles.tile} ${styles.tall}` : styles.tile}>
    <input {...input} />
    {children}
  </label>
)
