import styles from './selection.module.css'

interface RowCheckboxProps {
  label: string
  checked: boolean
  /** Part of the rows that it stands for are selected. */
  partly?: boolean
  /** `extend`: with Shift. */
  onToggle: (extend: boolean) => void
}

/** The checkbox that selects a row of a list, or all of them. */
export const RowCheckbox = ({ label, checked, partly = false, onToggle }: RowCheckboxProps) => (
  <input
    type="checkbox"
    className={styles.tick}
    aria-label={label}
    checked={checked}
    ref={input => {
      if (input) input.indeterminate = partly
    }}
    onChange={event => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
  />
)
