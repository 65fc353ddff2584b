import { grounds, type Scheme } from '#domain/branding/grounds.ts'
import { logoSize, logoUrl } from '#domain/branding/logo.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { BoundField } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { acceptedTypes, photoProblem } from '../profile/photo.ts'
import styles from './branding.module.css'

interface LogoFieldProps {
  scheme: Scheme
  /** The logo of the other scheme, which stands in. */
  other: string
  label: string
  hint: string
}

/** A logo: uploaded when chosen, in use when the settings are saved. */
export function LogoField({ scheme, label, hint, other, value, error, onChange }: BoundField<string> & LogoFieldProps) {
  const shown = value || other
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = explainInvalidLogo(chosen)
    setProblem(wrong)
    if (wrong) return
    setBusy(true)
    try {
      const form = new FormData()
      form.set('logo', chosen)
      onChange((await call('POST /api/logos', { form })).id)
    } catch (refused) {
      setProblem(sentenceOf(refused))
    } finally {
      setBusy(false)
    }
  }

  return (
    <fieldset className={styles.logo} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className="soft small">
        {hint}
      </p>
      {shown ? (
        <div className={styles.ground} style={{ background: grounds[scheme].paper }}>
          <img
            src={logoUrl(shown)}
            alt={t('settings.logoSize', logoSize(shown))}
            {...logoSize(shown)}
            style={value ? undefined : { background: grounds[scheme === 'light' ? 'dark' : 'light'].sheet, padding: '0.375rem' }}
          />
        </div>
      ) : (
        <p className="small">{t('settings.logoNone')}</p>
      )}
      <div className={styles.buttons}>
        <Button
          small
          busy={busy}
          icon={<IconPhoto size={18} aria-hidden="true" />}
          aria-label={`${label}: ${t(value ? 'settings.logoChange' : 'settings.logoChoose')}`}
          aria-invalid={problem || error ? true : undefined}
          aria-describedby={problem || error ? `${id}-error` : undefined}
          onClick={() => file.current?.click()}
        >
          {t(value ? 'settings.logoChange' : 'settings.logoChoose')}
        </Button>
        {value && (
          <Button
            small
            kind="plain"
            aria-label={`${label}: ${t('settings.logoRemove')}`}
            onClick={() => {
              setProblem(undefined)
              onChange('')
            }}
          >
            {t('settings.logoRemove')}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`} error={problem ?? error} />
      <input
        ref={file}
        type="file"
        accept={acceptedTypes}
        hidden
        aria-label={label}
        onChange={event => {
          void upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}

/** Why a file is not uploaded; the server checks its content. */
const explainInvalidLogo = (file: File): string | undefined => (file.type === 'image/svg+xml' ? t('settings.logoSvg') : photoProblem(file))
