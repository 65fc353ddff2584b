import { Autocomplete } from '@base-ui/react/autocomplete'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import fieldStyles from './field.module.css'
import { OptionItem, type ListOption } from './option-item.tsx'
import styles from './search-list.module.css'
import { useHeldEnter } from './use-held-enter.ts'

/** Options under one heading. */
export interface OptionGroup {
  title: string
  items: readonly ListOption[]
}

interface SearchListProps {
  label: string
  placeholder: string
  maxLength: number
  text: string
  onText: (text: string) => void
  listLabel: string
  groups: readonly OptionGroup[]
  /** Number of results, or why there are none: shown and announced. */
  status: string
  /** Some results are those of an earlier text: Enter waits for the new ones. */
  isStale: boolean
}

/**
 * A search field with grouped results that are always visible (ARIA combobox, by Base UI).
 * For a dialog: the field takes the focus.
 */
export function SearchList({ label, placeholder, maxLength, text, onText, listLabel, groups, status, isStale }: SearchListProps) {
  const field = useRef<HTMLInputElement>(null)
  const holdEnter = useHeldEnter(field, isStale, groups[0]?.items[0]?.onChoose)
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      value={text}
      onValueChange={(typed, { reason }) => reason === 'input-change' && onText(typed)}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.search}>
        <IconSearch size={20} aria-hidden="true" />
        <Autocomplete.Input
          // A dialog gives the focus to the element with this attribute; React sets none for `autoFocus`.
          ref={element => {
            field.current = element
            element?.setAttribute('autofocus', '')
          }}
          type="text"
          className={fieldStyles.control}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          placeholder={placeholder}
          onKeyDown={holdEnter}
        />
      </div>
      <Autocomplete.Status className="soft small">{status}</Autocomplete.Status>
      <Autocomplete.List aria-label={listLabel} className={styles.list}>
        {({ title, items }: OptionGroup) => (
          <Autocomplete.Group key={title} items={items}>
            <Autocomplete.GroupLabel className={styles.title}>{title}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>{(option: ListOption) => <OptionItem key={option.id} option={option} />}</Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
