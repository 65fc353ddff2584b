import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../lib/messages.ts'
import { IconButton } from './button.tsx'
import styles from './sortable-list.module.css'

interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  /** What one is called when it is moved. */
  nameOf: (item: Item) => string
  children: (item: Item) => ReactNode
  /** The new order, once it stands. */
  onOrder: (items: Item[]) => void
}

/**
 * A list whose order people change: by dragging the handle (mouse or finger), with the arrow keys on it, or with the two buttons. Where something has come
 * to is announced, and the focus stays on what was used. Staff pages only: its texts are theirs.
 */
export function SortableList<Item extends { id: string }>({ label, items, nameOf, children, onOrder }: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<{ id: string; order: Item[] }>()
  const [said, setSaid] = useState('')
  const shown = dragged?.order ?? items

  const announce = (item: Item, order: readonly Item[]) =>
    setSaid(t('order.now', { name: nameOf(item), place: order.indexOf(item) + 1, count: order.length }))

  const move = (item: Item, by: -1 | 1, part: 'handle' | 'up' | 'down') => {
    const to = items.indexOf(item) + by
    if (to < 0 || to >= items.length) return
    const order = placed(items, item, to)
    flushSync(() => {
      announce(item, order)
      onOrder(order)
    })
    const row = list.current?.querySelector(`[data-id="${item.id}"]`)
    const control =
      row?.querySelector<HTMLButtonElement>(`[data-part="${part}"]:enabled`) ??
      row?.querySelector<HTMLButtonElement>('[data-part="handle"]')
    control?.focus()
  }

  const drag = (event: PointerEvent, item: Item) => {
    if (!dragged) return
    const rows = [...(list.current?.children ?? [])]
    const over = rows.findIndex(row => event.clientY < row.getBoundingClientRect().bottom)
    const to = over === -1 ? rows.length - 1 : over
    if (dragged.order.indexOf(item) !== to) setDragged({ id: item.id, order: placed(dragged.order, item, to) })
  }

  const drop = (item: Item) => {
    setDragged(undefined)
    if (!dragged || dragged.order.every((other, index) => other === items[index])) return
    announce(item, dragged.order)
    onOrder(dragged.order)
  }

  return (
    <div>
      <ol ref={list} className={styles.list} aria-label={label}>
        {shown.map((item, index) => (
          <li key={item.id} data-id={item.id} className={dragged?.id === item.id ? styles.dragged : undefined}>
            <IconButton
              label={t('order.handle', { name: nameOf(item) })}
              className={styles.handle}
              data-part="handle"
              onKeyDown={event => {
                const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                if (by === 0) return
                event.preventDefault()
                move(item, by, 'handle')
              }}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDragged({ id: item.id, order: [...items] })
              }}
              onPointerMove={event => drag(event, item)}
              onPointerUp={() => drop(item)}
              onPointerCancel={() => setDragged(undefined)}
            >
              <IconGripVertical size={20} aria-hidden="true" />
            </IconButton>
            <div className={styles.content}>{children(item)}</div>
            <div className={styles.buttons}>
              <IconButton
                data-part="up"
                label={t('order.up', { name: nameOf(item) })}
                disabled={index === 0}
                onClick={() => move(item, -1, 'up')}
              >
                <IconArrowUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                data-part="down"
                label={t('order.down', { name: nameOf(item) })}
                disabled={index === shown.length - 1}
                onClick={() => move(item, 1, 'down')}
              >
                <IconArrowDown size={18} aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

function placed<Item>(items: readonly Item[], item: Item, to: number): Item[] {
  const rest = items.filter(other => other !== item)
  return rest.toSpliced(to, 0, item)
}
