import type { ComponentProps, ReactNode } from 'react'
import type { ResponseBody } from '../../lib/api.ts'
import type { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { session } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { AbilityFields } from './ability-fields.tsx'
import { Choice } from './choice.tsx'
import styles from './role-form.module.css'
import { RoleMeaning } from './role-meaning.tsx'

/** Values of the role form. Names match the API's fields, so that the server's errors find them. */
export type RoleValues = {
  name: string
  abilities: readonly string[]
  opens_admin: boolean
  is_mentor: boolean
  single_sign_on_only: boolean
}

/** Error texts by field. */
export const checkRole = ({ name }: RoleValues): { name?: string } => (name.trim() ? {} : { name: t('roleForm.nameMissing') })

interface RoleFormProps extends Pick<ComponentProps<typeof FormFrame>, 'submit' | 'cancel' | 'stale'> {
  form: ReturnType<typeof useForm<RoleValues>>
  offer: ResponseBody<'GET /api/roles/create'>
  /** Content next to the fields, below the description. */
  aside?: ReactNode
}

/** The form of roles: name, areas, abilities, and a description that follows them. */
export function RoleForm({ form, offer, aside, ...frame }: RoleFormProps) {
  const { values } = form
  const admin = session()?.isAdmin ?? false
  const providers = useSite()?.sign_in.providers ?? []
  return (
    <FormFrame form={form} {...frame}>
      <div className={styles.columns}>
        <div className={styles.fields}>
          <div className={styles.name}>
            <TextField {...form.field('name')} label={t('roleForm.name')} hint={t('roleForm.nameHint')} maxLength={80} autoComplete="off" />
          </div>
          <section className={styles.section} aria-label={t('roleForm.areas')}>
            <h2 className={styles.title}>{t('roleForm.areas')}</h2>
            <div className={styles.choices}>
              <Choice
                name={t('roleForm.opensAdmin')}
                hint={t(admin ? 'roleForm.opensAdminHint' : 'roleForm.opensAdminBeyond')}
                checked={values.opens_admin}
                disabled={!admin}
                onChange={opens_admin => form.set({ opens_admin })}
              />
              <Choice
                name={t('roleForm.isMentor')}
                hint={t('roleForm.isMentorHint')}
                checked={values.is_mentor}
                onChange={is_mentor => form.set({ is_mentor })}
              />
              {(providers.length > 0 || values.single_sign_on_only) && (
                <Choice
                  name={t('roleForm.singleSignOn')}
                  hint={t('roleForm.singleSignOnHint', { names: providers.map(({ name }) => name).join(', ') })}
                  checked={values.single_sign_on_only}
                  onChange={single_sign_on_only => form.set({ single_sign_on_only })}
                />
              )}
            </div>
          </section>
          <section className={styles.section} aria-label={t('roleForm.abilities')}>
            <h2 className={styles.title}>{t('roleForm.abilities')}</h2>
            <AbilityFields groups={offer.abilities} value={values.abilities} onChange={abilities => form.set({ abilities })} />
          </section>
        </div>
        <div className={styles.aside}>
          <RoleMeaning role={{ ...values, abilities: [...values.abilities] }} />
          {aside}
        </div>
      </div>
    </FormFrame>
  )
}
