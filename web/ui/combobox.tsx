import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { ComboboxFieldProps } from './combobox-field.tsx'
import { TextField } from './fields.tsx'

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
 * Escape closes. The first result is highlighted. The field is read-only until the library has loaded.
 */
export function Combobox<Item>({ items, idOf, render, onChoose, ...look }: ComboboxProps<Item>) {
  const { label, hint, error, optional, name, text } = look
  return (
    <Suspense fallback={<TextField {...{ label, hint, error, optional, name }} value={text} readOnly onChange={() => {}} />}>
      <ComboboxField {...look} options={items.map(item => ({ id: idOf(item), content: render(item), onChoose: () => onChoose(item) }))} />
    </Suspense>
  )
}
