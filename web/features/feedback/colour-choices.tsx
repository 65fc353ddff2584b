import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../../lib/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { nameColours } from '../../ui/colour-name.ts'
import { FieldError } from '../../ui/field.tsx'
import styles from './questions.module.css'

const maxColours = 20

interface ColourChoicesProps {
  value: readonly string[]
  error: string | undefined
  onChange: (colours: string[]) => void
}

/** The colours that a question offers. */
export function ColourChoices({ value, error, onChange }: ColourChoicesProps) {
  const id = useId()
  const names = nameColours(value)
  return (
    <fieldset className={styles.colours} aria-describedby={error ? id : undefined}>
      <legend>{t('questions.colours')}</legend>
      <ul>
        {value.map((colour, index) => (
          <li key={index}>
            <label>
              <input
                type="color"
                value={colour}
                aria-invalid={error ? true : undefined}
                onChange={event => onChange(value.map((old, other) => (other === index ? event.target.value : old)))}
              />
              <span>{names[index]}</span>
            </label>
            {value.length > 2 && (
              <IconButton
                label={t('questions.removeColour', { name: names[index] ?? '' })}
                onClick={() => onChange(value.filter((_, other) => other !== index))}
              >
                <IconX size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {value.length < maxColours && (
        <Button small icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => onChange([...value, '#5b8fb9'])}>
          {t('questions.addColour')}
        </Button>
      )}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
