import { useId, useRef, useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react'
import styles from './combobox.module.css'
import { Field, type FieldLook } from './field.tsx'
import fieldStyles from './field.module.css'

interface ComboboxProps<Item> extends FieldLook {
  name: string
  /** What is typed. */
  text: string
  onText: (text: string) => void
  /** What fits what is typed; they may come later. */
  items: readonly Item[]
  idOf: (item: Item) => string
  render: (item: Item) => ReactNode
  onChoose: (item: Item) => void
  /** How many fit, or why none does: shown below, and spoken. */
  status?: string
  input?: Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'autoFocus'>
}

/**
 * A text field with a list of what fits (ARIA combobox): arrows walk through it, Enter takes the marked one, Escape closes it.
 * The first one is marked, so that typing and Enter are enough.
 */
export function Combobox<Item>({
  label,
  hint,
  error,
  optional,
  name,
  text,
  onText,
  items,
  idOf,
  render,
  onChoose,
  status,
  input,
}: ComboboxProps<Item>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const expanded = open && items.length > 0
  const active = Math.min(marked, items.length - 1)
  const optionId = (item: Item) => `${id}-${idOf(item)}`

  const mark = (index: number) => {
    const next = (index + items.length) % items.length
    setMarked(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const choose = (item: Item) => {
    setOpen(false)
    onChoose(item)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (expanded) mark(active + (key === 'ArrowDown' ? 1 : -1))
      else setOpen(true)
    }
    const item = items[active]
    if (key === 'Enter' && expanded && item) {
      event.preventDefault()
      choose(item)
    }
    if (key === 'Escape' && expanded) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <div className={styles.combobox}>
          <input
            type="text"
            autoComplete="off"
            {...input}
            {...control}
            name={name}
            className={fieldStyles.control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={expanded}
            aria-controls={expanded ? `${id}-list` : undefined}
            aria-activedescendant={expanded && items[active] ? optionId(items[active]) : undefined}
            value={text}
            onChange={event => {
              setMarked(0)
              setOpen(true)
              onText(event.target.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setOpen(false)}
          />
          {expanded && (
            <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
              {items.map((item, index) => (
                <div
                  key={idOf(item)}
                  id={optionId(item)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={styles.option}
                  // The field keeps the focus; the press itself chooses.
                  onPointerDown={event => event.preventDefault()}
                  onPointerMove={() => setMarked(index)}
                  onClick={() => choose(item)}
                >
                  {render(item)}
                </div>
              ))}
            </div>
          )}
          <p role="status" className={`${styles.status} soft small`}>
            {status}
          </p>
        </div>
      )}
    </Field>
  )
}
