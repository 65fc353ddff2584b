import { t } from '../../lib/messages.ts'
import fieldStyles from '../../ui/field.module.css'
import styles from './early-field.module.css'
import { closePalette, setPaletteText, usePaletteState } from './palette-state.ts'

/** Takes what is typed, composed or pasted until the palette's own code has loaded. */
export function EarlyField() {
  const { text } = usePaletteState()
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened the palette
      autoFocus
      className={`${fieldStyles.control} ${styles.field}`}
      aria-label={t('palette.label')}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      value={text}
      onChange={event => setPaletteText(event.target.value)}
      onKeyDown={event => event.key === 'Escape' && closePalette()}
    />
  )
}
