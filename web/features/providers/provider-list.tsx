import type { Provider } from '#contract/providers.ts'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ProviderIcon } from '../sessions/provider-icon.tsx'
import offer from '../../ui/row-list.module.css'

/** Opens the form of a new identity provider in the list. */
export const NewProviderLink = () => (
  <ButtonLink kind="primary" to={paths.signIn({ edit: 'new' })} icon={<IconPlus size={18} aria-hidden="true" />}>
    {t('signIn.new')}
  </ButtonLink>
)

/** Every identity provider, with whether people can use it. */
export function ProviderList({ providers }: { providers: readonly Provider[] }) {
  if (providers.length === 0) {
    return (
      <EmptyState title={t('signIn.none')} icon={<IconKey size={26} stroke={1.6} aria-hidden="true" />} action={<NewProviderLink />}>
        <p>{t('signIn.noneText')}</p>
      </EmptyState>
    )
  }
  return (
    <ul className={offer.list}>
      {providers.map(({ id, name, icon, colour, enabled, accounts, issuer }) => (
        <Card as="li" key={id}>
          <div className={offer.row}>
            <div className={offer.what}>
              <h2>
                <ProviderIcon icon={icon} colour={colour} /> <bdi>{name}</bdi>
              </h2>
              <p className={offer.facts}>
                <Badge tone={enabled ? 'good' : 'soft'}>{t(enabled ? 'signIn.on' : 'signIn.off')}</Badge>
                <span>{t('signIn.accounts', { count: accounts })}</span>
                <span>{new URL(issuer).host}</span>
              </p>
            </div>
            <ButtonLink small to={paths.signIn({ edit: id })} label={t('signIn.openOf', { name })}>
              {t('signIn.open')}
            </ButtonLink>
          </div>
        </Card>
      ))}
    </ul>
  )
}
