import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../lib/messages.ts'
import { IconButton } from './button.tsx'
import styles from './sortable-list.module.css'

interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  /** The item's name in labels and announcements. */
  nameOf: (item: Item) => string
  children: (item: Item, index: number) => ReactNode
  /** Receives the new order after a move or a drop. */
  onOrder: (items: Item[]) => void
}

/**
 * A list that people reorder: by dragging the handle (mouse or touch), with the arrow keys on the handle,
 * or with two buttons. The new position is announced and the focus stays on the control that was used.
 */
export function SortableList<Item extends { id: string }>({ label, items, nameOf, children, onOrder }: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ id: string; order: Item[] }>()
  const [announcement, setAnnouncement] = useState('')
  const displayed = drag?.order ?? items

  const announce = (item: Item, order: readonly Item[]) =>
    setAnnouncement(t('sortable.moved', { name: nameOf(item), place: order.indexOf(item) + 1, count: order.length }))

  const moveBy = (item: Item, offset: -1 | 1, control: 'handle' | 'up' | 'down') => {
    const target = items.indexOf(item) + offset
    if (target < 0 || target >= items.length) return
    const order = moveItem(items, item, target)
    flushSync(() => {
      announce(item, order)
      onOrder(order)
    })
    const row = list.current?.querySelector(`[data-id="${item.id}"]`)
    const focusTarget =
      row?.querySelector<HTMLButtonElement>(`[data-part="${control}"]:enabled`) ??
      row?.querySelector<HTMLButtonElement>('[data-part="handle"]')
    focusTarget?.focus()
  }

  /** The order with the dragged item where the pointer is. */
  const orderAt = ({ clientY }: PointerEvent, item: Item, order: Item[]): Item[] => {
    const rows = [...(list.current?.children ?? [])]
    const hovered = rows.findIndex(row => clientY < row.getBoundingClientRect().bottom)
    const target = hovered === -1 ? rows.length - 1 : hovered
    return order.indexOf(item) === target ? order : moveItem(order, item, target)
  }

  const dragTo = (event: PointerEvent, item: Item) => {
    if (!drag) return
    const order = orderAt(event, item, drag.order)
    if (order !== drag.order) setDrag({ id: item.id, order })
  }

  const drop = (event: PointerEvent, item: Item) => {
    if (!drag) return
    // The last move may not have been rendered yet.
    const order = orderAt(event, item, drag.order)
    setDrag(undefined)
    if (order.every(({ id }, index) => id === items[index]?.id)) return
    announce(item, order)
    onOrder(order)
  }

  return (
    <div>
      <ol ref={list} className={styles.list} aria-label={label}>
        {displayed.map((item, index) => (
          <li key={item.id} data-id={item.id} className={drag?.id === item.id ? styles.dragged : undefined}>
            <IconButton
              label={t('sortable.handle', { name: nameOf(item) })}
              className={styles.handle}
              data-part="handle"
              onKeyDown={event => {
                const offset = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (offset === 0) return
                event.preventDefault()
                moveBy(item, offset, 'handle')
              }}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDrag({ id: item.id, order: [...items] })
              }}
              onPointerMove={event => dragTo(event, item)}
              onPointerUp={event => drop(event, item)}
              onPointerCancel={() => setDrag(undefined)}
            >
              <IconGripVertical size={20} aria-hidden="true" />
            </IconButton>
            <div className={styles.content}>{children(item, index)}</div>
            <div className={styles.buttons}>
              <IconButton
                data-part="up"
                label={t('sortable.up', { name: nameOf(item) })}
                disabled={index === 0}
                onClick={() => moveBy(item, -1, 'up')}
              >
                <IconArrowUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                data-part="down"
                label={t('sortable.down', { name: nameOf(item) })}
                disabled={index === displayed.length - 1}
                onClick={() => moveBy(item, 1, 'down')}
              >
                <IconArrowDown size={18} aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )
}

function moveItem<Item>(items: readonly Item[], item: Item, target: number): Item[] {
  const rest = items.filter(other => other !== item)
  return rest.toSpliced(target, 0, item)
}
