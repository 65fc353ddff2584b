import type { CSSProperties, ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** What it lists, for those who do not see it. */
  caption: string
  columns: ReactNode
  /** The last column is what can be done with a row; it stands at the end. */
  acts?: boolean
  className?: string
  /** Its bodies. */
  children: ReactNode
}

/** A list at a desk: a row for each thing; the columns' names stay in sight. */
export function Table({ caption, columns, acts, className, children }: TableProps) {
  return (
    <table className={[styles.table, acts && styles.acts, className].filter(Boolean).join(' ')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>{columns}</tr>
      </thead>
      {children}
    </table>
  )
}

/** The name of a column. */
export const Column = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <th scope="col" className={className}>
    {children}
  </th>
)

interface RowProps {
  /** Over, or no longer in use. */
  dim?: boolean
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

export const Row = ({ dim, className, style, children }: RowProps) => (
  <tr className={[styles.row, dim && styles.dim, className].filter(Boolean).join(' ')} style={style}>
    {children}
  </tr>
)
