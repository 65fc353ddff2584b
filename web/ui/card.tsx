import type { ReactNode } from 'react'
import { readableColourStyle } from './colour-contrast.ts'
import styles from './card.module.css'

interface CardProps {
  /** A support type's colour (`#rrggbb`) as a bar at the edge. */
  edge?: string
  as?: 'div' | 'section' | 'li' | 'article'
  label?: string
  /** Highlighted: the one that the reader came for. */
  current?: boolean
  className?: string
  children: ReactNode
}

/** A surface that groups related content. */
export function Card({ edge, as: Tag = 'div', label, current, className, children }: CardProps) {
  return (
    <Tag
      className={[styles.card, edge && styles.edged, current && styles.current, className].filter(Boolean).join(' ')}
      style={edge ? readableColourStyle(edge) : undefined}
      aria-label={label}
      aria-current={current || undefined}
    >
      {children}
    </Tag>
  )
}
