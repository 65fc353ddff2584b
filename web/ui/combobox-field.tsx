import { Autocomplete } from '@base-ui/react/autocomplete'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type InputHTMLAttributes, type RefObject } from 'react'
import styles from './combobox.module.css'
import { Field, type FieldBaseProps } from './field.tsx'
import fieldStyles from './field.module.css'
import { OptionItem, type ListOption } from './option-item.tsx'
import { useHeldEnter } from './use-held-enter.ts'

/** The selection of an input that had the focus when it was replaced; null for one without it. */
export type Caret = readonly [start: number | null, end: number | null] | null

/** What the field needs before and after its library has loaded. */
export interface ComboboxFieldProps extends FieldBaseProps {
  label: string
  name: string
  /** The text in the input. */
  text: string
  onText: (text: string) => void
  /** Name of the list; the field's label unless given. */
  listLabel?: string
  /** Number of results, or why there are none: shown below the input and announced. */
  status?: string
  /** The results are those of an earlier text: Enter waits for the new ones. */
  isStale?: boolean
  onOpenChange?: (open: boolean) => void
  /** A click on the input opens the list. */
  openOnClick?: boolean
  input?: Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'inputMode' | 'autoComplete' | 'placeholder' | 'maxLength' | 'autoFocus' | 'spellCheck' | 'onFocus'
  >
}

/**
 * The combobox itself, in a chunk of its own: see `Combobox`. The list is next to the input and not in the
 * library's popup, which would hide the rest of the page from screen readers while the list is open.
 */
export default function ComboboxField({
  label,
  hint,
  error,
  optional,
  name,
  text,
  onText,
  options,
  listLabel = label,
  status,
  isStale = false,
  onOpenChange,
  openOnClick = false,
  input,
  caret,
  isEnterHeld,
}: ComboboxFieldProps & { options: readonly ListOption[]; caret: RefObject<Caret>; isEnterHeld: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // It takes the place of a field in which the user types.
  const [isOpen, setIsOpen] = useState(true)
  const shown = isOpen ? options.length : 0
  const expanded = shown > 0
  // Otherwise it opens below the window, or under a bar at its lower edge.
  useEffect(() => {
    if (shown > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  const setOpen = (open: boolean) => {
    setIsOpen(open)
    onOpenChange?.(open)
  }
  const [first] = options
  const chooseFirst = () => {
    setOpen(false)
    first?.onChoose()
  }
  const holdEnter = useHeldEnter(field, isStale, first && chooseFirst, isEnterHeld)
  const takeOver = useEffectEvent(([start, end]: NonNullable<Caret>) => {
    field.current?.focus()
    field.current?.setSelectionRange(start, end)
    onOpenChange?.(true)
  })
  useLayoutEffect(() => {
    if (caret.current) takeOver(caret.current)
  }, [caret])
  return (
    <Field {...{ label, hint, error, optional }}>
      {control => (
        <div
          className={styles.combobox}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) setOpen(false)
          }}
        >
          <Autocomplete.Root
            items={options}
            filter={null}
            value={text}
            onValueChange={(typed, { reason }) => reason === 'input-change' && onText(typed)}
            open={expanded}
            onOpenChange={setOpen}
            openOnInputClick={openOnClick}
            autoHighlight="always"
          >
            <Autocomplete.Input
              ref={field}
              type="text"
              autoComplete="off"
              {...input}
              {...control}
              name={name}
              className={fieldStyles.control}
              onKeyDown={event => {
                // Also without results, when the library sees nothing to close.
                if (event.key === 'Escape') setOpen(false)
                holdEnter(event)
              }}
            />
            {expanded && (
              <Autocomplete.List ref={list} aria-label={listLabel} className={styles.list}>
                {(option: ListOption) => <OptionItem key={option.id} option={option} />}
              </Autocomplete.List>
            )}
            <Autocomplete.Status className={`${styles.status} soft small`}>{status}</Autocomplete.Status>
          </Autocomplete.Root>
        </div>
      )}
    </Field>
  )
}
