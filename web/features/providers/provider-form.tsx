import type { Provider, RoleMapping } from '#contract/providers.ts'
import { providerIcons, type ProviderIcon } from '#contract/provider-icons.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { MappingFields } from './mapping-fields.tsx'
import styles from './providers.module.css'

interface ProviderFormProps {
  /** Null: a new one. */
  provider: Provider | null
  onSaved: (provider: Provider) => void
}

const empty = {
  name: '',
  icon: 'key' as ProviderIcon,
  colour: '#1f6f63',
  issuer: '',
  client_id: '',
  scopes: 'openid profile email',
  email_proof: 'email_verified',
  phone_proof: 'phone_number_verified',
  second_factor: false,
  invited_only: false,
  mapping: [] as RoleMapping[],
}

const valuesOf = (provider: Provider | null) => {
  const { name, icon, colour, issuer, client_id, scopes, email_proof, phone_proof, second_factor, invited_only, mapping } =
    provider ?? empty
  const fields = { name, icon, colour, issuer, client_id, scopes, email_proof, phone_proof, second_factor, invited_only, mapping }
  return { ...fields, client_secret: '' }
}

/** What a provider is called, how it is reached, what it proves, and which roles it gives. */
export function ProviderForm({ provider, onSaved }: ProviderFormProps) {
  const [, setParams] = useSearchParams<'signIn'>()
  const [base, setBase] = useState(provider)
  const form = useForm({
    initial: valuesOf(base),
    check: ({ name, issuer, client_id, mapping }) => ({
      ...(!name.trim() && { name: t('signIn.nameMissing') }),
      ...(!issuer.trim() && { issuer: t('signIn.issuerMissing') }),
      ...(!client_id.trim() && { client_id: t('signIn.clientIdMissing') }),
      ...(mapping.some(({ claim, value, role_id }) => !claim.trim() || !value.trim() || !role_id) && {
        mapping: t('signIn.mappingMissing'),
      }),
    }),
    at: { name_taken: 'name', beyond_own: 'mapping' },
    submit: async ({ issuer, client_secret, ...values }) => {
      const body = { ...values, ...(client_secret && { client_secret }) }
      const saved = base
        ? await call('PUT /api/providers/{id}', { params: { id: base.id }, body: { ...body, revision: base.revision } })
        : await call('POST /api/providers', { body: { ...body, issuer } })
      setBase(saved)
      toast(t('signIn.saved'), { type: 'success' })
      onSaved(saved)
    },
  })
  const readNewest = async (id: string) => {
    const newest = await call('GET /api/providers/{id}', { params: { id } })
    setBase(newest)
    return newest
  }
  const fixed = base?.from_environment === true
  const mapping = form.field('mapping')
  const text = (name: 'name' | 'issuer' | 'client_id' | 'client_secret' | 'scopes' | 'email_proof' | 'phone_proof') => form.field(name)
  const icon = form.field('icon')
  return (
    <FormFrame
      form={form}
      param="edit"
      submit={t(base ? 'signIn.save' : 'signIn.add')}
      cancel={base ? undefined : () => setParams({ edit: undefined })}
      stale={base ? afterStale(form, async () => valuesOf(await readNewest(base.id))) : undefined}
    >
      <TextField label={t('signIn.name')} hint={t('signIn.nameHint')} autoComplete="off" maxLength={80} {...text('name')} />
      <div className={styles.pair}>
        <SelectField
          label={t('signIn.icon')}
          options={providerIcons.map(value => ({ value, label: t(`signIn.icons.${value}`) }))}
          {...icon}
          onChange={value => icon.onChange(value as ProviderIcon)}
        />
        <TextField label={t('signIn.colour')} type="color" {...form.field('colour')} />
      </div>
      <h2>{t('signIn.connection')}</h2>
      {fixed && <p className="soft small">{t('signIn.fromEnvironment')}</p>}
      <TextField
        label={t('signIn.issuer')}
        hint={t(base ? 'signIn.issuerFixed' : 'signIn.issuerHint')}
        type="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        readOnly={base !== null}
        {...text('issuer')}
      />
      <TextField
        label={t('signIn.clientId')}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        readOnly={fixed}
        {...text('client_id')}
      />
      {!fixed && (
        <TextField
          label={t('signIn.clientSecret')}
          hint={t(base?.has_secret ? 'signIn.clientSecretKept' : 'signIn.clientSecretHint')}
          optional
          type="password"
          autoComplete="off"
          maxLength={1000}
          {...text('client_secret')}
        />
      )}
      <TextField
        label={t('signIn.scopes')}
        hint={t('signIn.scopesHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        {...text('scopes')}
      />
      <h2>{t('signIn.people')}</h2>
      <div className={styles.pair}>
        <TextField
          label={t('signIn.emailProof')}
          hint={t('signIn.emailProofHint')}
          optional
          autoComplete="off"
          spellCheck={false}
          {...text('email_proof')}
        />
        <TextField label={t('signIn.phoneProof')} optional autoComplete="off" spellCheck={false} {...text('phone_proof')} />
      </div>
      <CheckField label={t('signIn.invitedOnly')} {...form.field('invited_only')} />
      <CheckField label={t('signIn.secondFactor')} {...form.field('second_factor')} />
      <MappingFields author={base?.mapping_author?.name} value={mapping.value} error={mapping.error} onChange={mapping.onChange} />
    </FormFrame>
  )
}
