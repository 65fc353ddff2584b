import { Suspense, useLayoutEffect, useRef, useState, useTransition, type ReactNode, type RefObject } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { Caret, ComboboxFieldProps } from './combobox-field.tsx'
import styles from './combobox.module.css'
import { Field } from './field.tsx'
import fieldStyles from './field.module.css'

interface ComboboxProps<Item> extends ComboboxFieldProps {
  /** Results for the text; they may arrive later. */
  items: readonly Item[]
  idOf: (item: Item) => string
  render: (item: Item) => ReactNode
  onChoose: (item: Item) => void
}

const ComboboxField = lazyPart(() => import('./combobox-field.tsx'))

/**
 * A text field with a list of results (ARIA combobox, by Base UI). The arrow keys wrap at the ends, Enter chooses,
 * Escape closes. The first result is highlighted. The library loads with the first use; until then the field takes
 * text.
 */
export function Combobox<Item>({ items, idOf, render, onChoose, ...look }: ComboboxProps<Item>) {
  const [isUsed, setIsUsed] = useState(false)
  const [isComposing, setIsComposing] = useState(false)
  const [isEnterHeld, setIsEnterHeld] = useState(false)
  const [isLoading, startTransition] = useTransition()
  const caret = useRef<Caret>(null)
  // In a transition the plain field stays until the library has come.
  const load = () => startTransition(() => setIsUsed(true))
  const early = (
    <EarlyField
      {...look}
      caret={caret}
      isLoading={isLoading}
      onUse={load}
      onLeave={() => setIsUsed(false)}
      onComposing={setIsComposing}
      onHoldEnter={setIsEnterHeld}
    />
  )
  return (
    <Suspense fallback={early}>
      {isUsed && !isComposing ? (
        <ComboboxField
          {...look}
          input={{ ...look.input, autoFocus: false }}
          caret={caret}
          isEnterHeld={isEnterHeld}
          options={items.map(item => ({ id: idOf(item), content: render(item), onChoose: () => onChoose(item) }))}
        />
      ) : (
        early
      )}
    </Suspense>
  )
}

interface EarlyFieldProps extends ComboboxFieldProps {
  /** Receives the caret when the library's field takes over. */
  caret: RefObject<Caret>
  onUse: () => void
  /** Escape, or the focus is elsewhere: the list does not open. */
  onLeave: () => void
  onComposing: (isComposing: boolean) => void
  isLoading: boolean
  /** Enter was the last key, and no click came after it, while the library loads: it chooses then, and does not send the form. */
  onHoldEnter: (isHeld: boolean) => void
}

/** Takes what is typed, composed or pasted until the library has loaded. */
function EarlyField({
  label,
  hint,
  error,
  optional,
  name,
  text,
  onText,
  status,
  onOpenChange,
  openOnClick,
  input,
  ...props
}: EarlyFieldProps) {
  const { caret, onUse, onLeave, onComposing, isLoading, onHoldEnter } = props
  const close = () => {
    onHoldEnter(false)
    onLeave()
    onOpenChange?.(false)
  }
  const control = useRef<HTMLInputElement>(null)
  useLayoutEffect(
    () => () => {
      const { current } = control
      caret.current = current && document.activeElement === current ? [current.selectionStart, current.selectionEnd] : null
    },
    [caret],
  )
  return (
    <Field {...{ label, hint, error, optional }}>
      {described => (
        <div className={styles.combobox}>
          <input
            ref={control}
            type="text"
            autoComplete="off"
            {...input}
            {...described}
            name={name}
            className={fieldStyles.control}
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- closed, it has no list yet
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            value={text}
            onChange={event => {
              onText(event.target.value)
              onUse()
            }}
            onCompositionStart={() => onComposing(true)}
            onCompositionEnd={() => onComposing(false)}
            onPointerDown={() => onHoldEnter(false)}
            onClick={openOnClick ? onUse : undefined}
            onKeyDown={event => {
              const { key } = event
              const holds = key === 'Enter' && isLoading
              if (holds) event.preventDefault()
              onHoldEnter(holds)
              if (key === 'ArrowDown' || key === 'ArrowUp') onUse()
              else if (key === 'Escape') close()
            }}
            onBlur={close}
          />
          <div role="status" className={`${styles.status} soft small`}>
            {status}
          </div>
        </div>
      )}
    </Field>
  )
}
