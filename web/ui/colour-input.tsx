import { isColour } from '#domain/branding/colour.ts'
import type { ControlProps } from './field.tsx'
import field from './field.module.css'
import styles from './colour-input.module.css'

interface ColourInputProps {
  control: ControlProps
  name: string
  /** The accessible name of the well. */
  pick: string
  value: string
  onChange: (colour: string) => void
}

/** A colour, chosen in a well or typed as `#1a2b3c`. */
export function ColourInput({ control, name, pick, value, onChange }: ColourInputProps) {
  return (
    <div className={styles.choice}>
      <input
        type="color"
        aria-label={pick}
        className={styles.well}
        value={isColour(value) ? value.trim().toLowerCase() : '#000000'}
        onChange={event => onChange(event.target.value)}
      />
      <input
        {...control}
        name={name}
        className={field.control}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}
