import { useId } from 'react'
import { formatTenths } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { isColour } from '#domain/branding/colour.ts'
import { ColourInput } from '../../ui/colour-input.tsx'
import { readableColour } from '../../ui/readable-colour.ts'
import { Field } from '../../ui/field.tsx'
import styles from './colour-field.module.css'

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
          <ColourInput control={control} name="colour" pick={t('supportTypeForm.colourPick')} value={value} onChange={onChange} />
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
  const ratio = formatTenths(contrast)
  const moved = shown.toLowerCase() !== colour
  const adjusted = sheet === 'light' ? 'supportTypeForm.adjustedDarker' : 'supportTypeForm.adjustedLighter'
  return (
    <li>
      <span className={styles.sample} style={{ background: under }} aria-hidden="true">
        <span className={styles.dot} style={{ background: shown }} />
      </span>
      <span className="small">
        {t(sheet === 'light' ? 'supportTypeForm.onLight' : 'supportTypeForm.onDark')}:{' '}
        {moved ? t(adjusted, { before: formatTenths(before), ratio }) : t('supportTypeForm.asChosen', { ratio })}
      </span>
    </li>
  )
}
