import { useId, type ReactNode } from 'react'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import styles from './choice.module.css'

interface ChoiceProps {
  name: string
  checked: boolean
  /** Description, read after the name. */
  hint: ReactNode
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with a description. */
export function Choice({ name, checked, hint, disabled, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <ChoiceTile
      type="checkbox"
      tall
      checked={checked}
      disabled={disabled}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      onChange={event => onChange(event.target.checked)}
    >
      <span className={styles.text}>
        <span id={`${id}-name`} className={styles.name}>
          {name}
        </span>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      </span>
    </ChoiceTile>
  )
}
