import type { CSSProperties, ReactNode } from 'react'
import { openRecordOf } from './record-link.tsx'
import styles from './table.module.css'

interface TableProps {
  /** Visually hidden caption. */
  caption: string
  columns: ReactNode
  /** The last column holds actions and is aligned to the end. */
  acts?: boolean
  className?: string
  /** One or more tbody elements. */
  children: ReactNode
}

/** A table for wide screens with a sticky header. */
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

/** A column header. */
export const Column = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <th scope="col" className={className}>
    {children}
  </th>
)

interface RowProps {
  /** Past or retired. */
  dim?: boolean
  /** Highlighted: the row that the reader came for. */
  current?: boolean
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

/** A click on it opens the record that it links to by a `RecordLink`. */
export const Row = ({ dim, current, className, style, children }: RowProps) => (
  <tr
    className={[styles.row, dim && styles.dim, current && styles.current, className].filter(Boolean).join(' ')}
    style={style}
    aria-current={current || undefined}
    onClick={openRecordOf}
  >
    {children}
  </tr>
)
