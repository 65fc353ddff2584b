import styles from './selection.module.css'

interface RowCheckboxProps {
  label: string
  checked: boolean
  /** Part of the rows that it stands for are selected. */
  partly?: boolean
  /** `extend`: with Shift. */
  onToggle: (extend: boolean) => void
}

/** The checkbox that selects a row of a list, or all of them. Its label gives fingers room around it. */
export const RowCheckbox = ({ label, checked, partly = false, onToggle }: RowCheckboxProps) => (
  <label className={`${styles.tick} no-print`}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={input => {
        if (input) input.indeterminate = partly
      }}
      onChange={event => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
    />
  </label>
)
