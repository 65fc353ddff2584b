import type { Scheme } from '#domain/branding/accent-shades.ts'
import { logoSize, logoUrl } from '#domain/branding/brand-styles.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import type { BoundField } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import styles from './branding.module.css'

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']
const maxBytes = 5 * 1024 * 1024

/** A logo: uploaded when chosen, in use when the settings are saved. */
export function LogoField({
  scheme,
  label,
  hint,
  value,
  error,
  onChange,
}: BoundField<string> & { scheme: Scheme; label: string; hint: string }) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = whyWrong(chosen)
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
      <div className={styles.ground} style={{ colorScheme: scheme }}>
        {value ? (
          <img src={logoUrl(value)} alt={t('settings.logoSize', logoSize(value))} {...logoSize(value)} />
        ) : (
          <span className="soft small">{t('settings.logoNone')}</span>
        )}
      </div>
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
        accept={acceptedTypes.join()}
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
function whyWrong({ type, size }: File): string | undefined {
  if (type === 'image/svg+xml') return t('settings.logoSvg')
  if (!acceptedTypes.includes(type)) return t('settings.logoWrong')
  return size <= maxBytes ? undefined : t('photo.tooLarge', { size: Math.ceil((size / 1024 / 1024) * 10) / 10 })
}
