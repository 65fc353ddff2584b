import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { readableColour } from '../../ui/colour-contrast.ts'
import { Field } from '../../ui/field.tsx'
import field from '../../ui/field.module.css'
import styles from './colour-field.module.css'
import { isColour } from './support-type-values.ts'

interface ColourFieldProps {
  value: string
  error: string | undefined
  onChange: (colour: string) => void
}

/** A colour, chosen or typed, with its appearance on light and dark pages. Low contrast is adjusted. */
export function ColourField({ value, error, onChange }: ColourFieldProps) {
  const id = useId()
  const colour = isColour(value) ? value.trim().toLowerCase() : null
  return (
    <Field label={t('supportTypeForm.colour')} hint={t('supportTypeForm.colourHint')} error={error}>
      {control => (
        <>
          <div className={styles.choice}>
            <input
              type="color"
              aria-label={t('supportTypeForm.colourPick')}
              className={styles.well}
              value={colour ?? '#000000'}
              onChange={event => onChange(event.target.value)}
            />
            <input
              {...control}
              name="colour"
              className={field.control}
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              value={value}
              onChange={event => onChange(event.target.value)}
            />
          </div>
          {colour && (
            <ul id={`${id}-shown`} className={styles.shown}>
              <Shown colour={colour} sheet="light" />
              <Shown colour={colour} sheet="dark" />
            </ul>
          )}
        </>
      )}
    </Field>
  )
}

function Shown({ colour, sheet }: { colour: string; sheet: 'light' | 'dark' }) {
  const { shown, sheet: under, contrast, before } = readableColour(colour, sheet)
  const ratio = contrast.toFixed(1)
  const moved = shown.toLowerCase() !== colour
  const adjusted = sheet === 'light' ? 'supportTypeForm.adjustedDarker' : 'supportTypeForm.adjustedLighter'
  return (
    <li>
      <span className={styles.sample} style={{ background: under }} aria-hidden="true">
        <span className={styles.dot} style={{ background: shown }} />
      </span>
      <span className="small">
        {t(sheet === 'light' ? 'supportTypeForm.onLight' : 'supportTypeForm.onDark')}:{' '}
        {moved ? t(adjusted, { before: before.toFixed(1), ratio }) : t('supportTypeForm.asChosen', { ratio })}
      </span>
    </li>
  )
}
