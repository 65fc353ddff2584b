import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ReactNode } from 'react'
import styles from './combobox.module.css'

/** One entry of a list of results. */
export interface ListOption {
  id: string
  content: ReactNode
  onChoose: () => void
}

/** One entry of a Base UI list. The highlighted one is `aria-selected`, as the ARIA combobox pattern asks. */
export const OptionItem = ({ option }: { option: ListOption }) => (
  <Autocomplete.Item
    value={option}
    className={styles.option}
    onClick={option.onChoose}
    render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
  >
    {option.content}
  </Autocomplete.Item>
)
