import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { SelectField } from './fields.tsx'
import styles from './table.module.css'

/** Sets the order of a list in the address, from the first page. */
function useSetSort() {
  const [, setParams] = useSearchParams()
  return (sort: string | undefined) => setParams({ sort, page: undefined }, { replace: true })
}

interface SortColumnProps {
  /** The value of `sort` for this column; with a minus sign, the other way round. A column with `oneWay` may begin with one. */
  by: string
  /** The present order. */
  sort: string
  /** The order without a parameter. */
  standard: string
  /** There is no reverse order. */
  oneWay?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A column header that sorts the list: ascending first, then descending unless it has only one direction. */
export function SortColumn({ by, sort, standard, oneWay = false, className, children }: SortColumnProps) {
  const setSort = useSetSort()
  const order = sort === by ? (by.startsWith('-') ? 'descending' : 'ascending') : sort === `-${by}` ? 'descending' : undefined
  const Icon = order === 'ascending' ? IconArrowUp : order === 'descending' ? IconArrowDown : IconArrowsSort
  const next = order === 'ascending' && !oneWay ? `-${by}` : by
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => setSort(next === standard ? undefined : next)}>
        {children}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  )
}

interface SortFieldProps<Sort extends string> {
  sort: Sort
  standard: Sort
  options: readonly { value: Sort; label: string }[]
}

/** The order of a list that has no column headers. */
export function SortField<Sort extends string>({ sort, standard, options }: SortFieldProps<Sort>) {
  const setSort = useSetSort()
  return (
    <div className={`${styles.order} no-print`}>
      <SelectField
        label={t('sort.label')}
        name="sort"
        options={options}
        value={sort}
        onChange={value => setSort(value === standard ? undefined : value)}
      />
    </div>
  )
}
