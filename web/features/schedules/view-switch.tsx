import styles from './view-switch.module.css'

interface ViewSwitchProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A switch between two or three views. */
export function ViewSwitch<Value extends string>({ label, value, options, onChange }: ViewSwitchProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.switch}>
      {options.map(option => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </button>
      ))}
    </div>
  )
}
