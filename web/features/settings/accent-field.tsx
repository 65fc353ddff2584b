import { isColour } from '#domain/branding/colour.ts'
import { Suspense } from 'react'
import type { BoundField } from '../../lib/form.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ColourInput } from '../../ui/colour-input.tsx'
import { Field } from '../../ui/field.tsx'

const AccentSamples = lazyPart(() => import('./accent-samples.tsx'))

/** The accent colour, with the shades that pages make of it and their contrast. */
export function AccentField({ name, value, error, onChange }: BoundField<string>) {
  const colour = isColour(value) ? value.trim().toLowerCase() : null
  return (
    <Field label={t('settings.accent')} hint={t('settings.accentHint')} error={error} optional>
      {control => (
        <>
          <ColourInput control={control} name={name} pick={t('settings.accentPick')} value={value} onChange={onChange} />
          {value !== '' && (
            <div>
              <Button small kind="plain" onClick={() => onChange('')}>
                {t('settings.accentClear')}
              </Button>
            </div>
          )}
          {colour !== null && (
            <Suspense fallback={null}>
              <AccentSamples colour={colour} />
            </Suspense>
          )}
        </>
      )}
    </Field>
  )
}
