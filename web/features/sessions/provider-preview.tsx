import type { ProviderPreview as Preview } from '#contract/providers.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './provider-preview.module.css'

/**
 * What a sign-in in test mode brought: who the person would be here, which roles they would get, and
 * every claim.
 */
export default function ProviderPreview({ preview: { provider_id, subject, claims, name, email, phone, roles } }: { preview: Preview }) {
  const facts = [
    [t('providerPreview.subject'), subject],
    [t('signIn.name'), name ?? t('providerPreview.none')],
    [t('registration.email'), email ?? t('providerPreview.notConfirmed')],
    [t('join.phone'), phone ?? t('providerPreview.notConfirmed')],
  ] as const
  return (
    <>
      <Notice kind="success" alert>
        <p>{t('providerPreview.works')}</p>
      </Notice>
      <dl className={styles.list}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('providerPreview.roles')}</h2>
      {roles === null ? <p>{t('providerPreview.rolesUnknown')}</p> : roles.length === 0 && <p>{t('providerPreview.noRoles')}</p>}
      <ul className={styles.roles}>
        {roles?.map(role => (
          <li key={role.name}>
            {role.name} {!role.given && <Badge tone="warm">{t('providerPreview.notGiven')}</Badge>}
          </li>
        ))}
      </ul>
      <h2>{t('providerPreview.claims')}</h2>
      <dl className={styles.list}>
        {claims.map(claim => (
          <div key={claim.name}>
            <dt>
              <code>{claim.name}</code>
            </dt>
            <dd>{claim.value}</dd>
          </div>
        ))}
      </dl>
      <FormActions>
        <ButtonLink to={paths.signIn({ edit: provider_id })} kind="primary">
          {t('providerPreview.back')}
        </ButtonLink>
      </FormActions>
    </>
  )
}
