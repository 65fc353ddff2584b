import type { ProgramToken } from '#contract/profile.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

/** A new token for a program. Only this answer ever contains the token itself. */
export interface CreatedToken {
  token: string
  program: ProgramToken
}

const lifetimes = [30, 90, 365] as const

/** Creates a token: name, scope and lifetime. */
export function NewToken({ onCreated, onClose }: { onCreated: (made: CreatedToken) => void; onClose: () => void }) {
  const form = useForm({
    initial: { name: '', scope: 'read', days: '90', current_password: '' },
    check: ({ name, current_password }) => ({
      ...(!name.trim() && { name: t('tokenList.nameMissing') }),
      ...(!current_password && { current_password: t('tokenList.passwordMissing') }),
    }),
    submit: async ({ name, scope, days, current_password }) => {
      const lifetime = lifetimes.find(known => String(known) === days) ?? 90
      const body = {
        name: name.trim(),
        scope: scope === 'write' ? ('write' as const) : ('read' as const),
        days: lifetime,
        current_password,
      }
      onCreated(await call('POST /api/my-profile/tokens', { body }))
    },
  })
  const scopes = [
    { value: 'read', label: t('tokenList.scopeRead') },
    { value: 'write', label: t('tokenList.scopeWrite') },
  ]
  const times = lifetimes.map(days => ({ value: String(days), label: t('tokenList.daysOf', { days }) }))
  return (
    <FormFrame form={form} submit={t('tokenList.make')} cancel={onClose} takesFocus>
      <TextField label={t('tokenList.name')} hint={t('tokenList.nameHint')} autoComplete="off" {...form.field('name')} />
      <SelectField label={t('tokenList.scope')} options={scopes} {...form.field('scope')} />
      <SelectField label={t('tokenList.days')} options={times} {...form.field('days')} />
      <PasswordField label={t('tokenList.password')} autoComplete="current-password" {...form.field('current_password')} />
    </FormFrame>
  )
}
