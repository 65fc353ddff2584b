import type { ReactNode } from 'react'
import { readableColourStyle } from './colour-contrast.ts'
import styles from './card.module.css'

interface CardProps {
  /** A support type's colour (`#rrggbb`) as a bar at the edge. */
  edge?: string
  as?: 'div' | 'section' | 'li' | 'article'
  label?: string
  children: ReactNode
}

/** A surface that groups related content. */
export function Card({ edge, as: Tag = 'div', label, children }: CardProps) {
  return (
    <Tag
      className={edge ? `${styles.card} ${styles.edged}` : styles.card}
      style={edge ? readableColourStyle(edge) : undefined}
      aria-label={label}
    >
      {children}
    </Tag>
  )
}
