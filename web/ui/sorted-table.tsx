import type { ReactNode } from 'react'
import rows from './row-list.module.css'
import { SelectAll } from './select-all.tsx'
import { SelectRow } from './select-row.tsx'
import { SortColumn } from './sort-column.tsx'
import { Column, Row, Table } from './table.tsx'
import type { RowSelection } from './use-row-selection.ts'

interface SortedColumn<Order> {
  label: string
  /** The order that its header sets; without, it is no button. */
  by?: Order
  /** There is no reverse order. */
  oneWay?: boolean
}

interface SortedTableProps<Entry, Order> {
  /** Visually hidden caption. */
  caption: string
  columns: readonly SortedColumn<Order>[]
  sort: Order
  /** The order without a parameter. */
  standard: Order
  entries: readonly Entry[]
  /** Null where no action applies to several. */
  selection?: RowSelection<Entry> | null
  /** The name of an entry, to select it by. */
  nameOf?: (entry: Entry) => string
  /** The last column holds actions and is aligned to the end. */
  acts?: boolean
  isDim?: (entry: Entry) => boolean
  /** The cells of an entry, without the checkbox. */
  children: (entry: Entry) => ReactNode
}

/** A list on a wide screen: headers that sort it, and a checkbox in each row where several can be selected. */
export function SortedTable<Entry extends { id: string }, Order extends string>({
  caption,
  columns,
  sort,
  standard,
  entries,
  selection = null,
  nameOf = () => '',
  acts = false,
  isDim = () => false,
  children,
}: SortedTableProps<Entry, Order>) {
  return (
    <Table
      caption={caption}
      acts={acts}
      columns={
        <>
          {selection && (
            <Column className={`${rows.tick} no-print`}>
              <SelectAll rows={entries} selection={selection} />
            </Column>
          )}
          {columns.map(({ label, by, oneWay = false }) =>
            by ? (
              <SortColumn key={label} by={by} sort={sort} standard={standard} oneWay={oneWay}>
                {label}
              </SortColumn>
            ) : (
              <Column key={label}>{label}</Column>
            ),
          )}
        </>
      }
    >
      <tbody>
        {entries.map(entry => (
          <Row key={entry.id} dim={isDim(entry)}>
            {selection && (
              <td className="no-print">
                <SelectRow row={entry} name={nameOf(entry)} selection={selection} />
              </td>
            )}
            {children(entry)}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
