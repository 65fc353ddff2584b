import type { OfferedProvider, ProviderAccount } from '#contract/providers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { ProviderIcon } from '../sessions/provider-icon.tsx'
import styles from './profile.module.css'

/**
 * The caller's accounts at identity providers: linked, last used, removed. Nothing where the site has
 * no provider.
 */
export function ProviderAccounts() {
  const { data } = useQuery(queryOptionsOf('GET /api/my-profile/provider-accounts'))
  const [busy, setBusy] = useState<string>()
  const [removing, setRemoving] = useState<ProviderAccount>()
  if (!data || data.accounts.length + data.providers.length === 0) return null

  const link = async ({ id }: OfferedProvider) => {
    setBusy(id)
    try {
      const { address } = await call('POST /api/my-profile/providers/{id}', { params: { id } })
      location.assign(address)
    } catch (error) {
      toastError(error)
      setBusy(undefined)
    }
  }
  const remove = async ({ id, provider }: ProviderAccount) => {
    setBusy(id)
    try {
      await call('DELETE /api/my-profile/provider-accounts/{id}', { params: { id } })
      toast(t('providerAccounts.removed', { name: provider.name }), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
    setRemoving(undefined)
    await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/my-profile/provider-accounts') })
    setBusy(undefined)
  }

  return (
    <section className={styles.section} aria-labelledby="provider-accounts">
      <h2 id="provider-accounts">{t('providerAccounts.title')}</h2>
      <p className="soft small">{t('providerAccounts.lead')}</p>
      {data.accounts.length > 0 && (
        <ul className={styles.sessions}>
          {data.accounts.map(account => (
            <AccountRow key={account.id} account={account} busy={busy === account.id} onRemove={() => setRemoving(account)} />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        {data.providers.map(provider => (
          <Button
            key={provider.id}
            icon={<ProviderIcon icon={provider.icon} colour={provider.colour} />}
            busy={busy === provider.id}
            onClick={() => void link(provider)}
          >
            {t('providerAccounts.link', { name: provider.name })}
          </Button>
        ))}
      </div>
      {removing && (
        <ConfirmDialog
          title={t('providerAccounts.removeTitle', { name: removing.provider.name })}
          confirm={t('providerAccounts.remove')}
          danger
          busy={busy === removing.id}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('providerAccounts.removeText', { name: removing.provider.name })}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface RowProps {
  account: ProviderAccount
  busy: boolean
  onRemove: () => void
}

function AccountRow({ account: { provider, linked_at, last_seen_at }, busy, onRemove }: RowProps) {
  const zone = visitorZone()
  return (
    <li className={styles.session}>
      <ProviderIcon icon={provider.icon} colour={provider.colour} />
      <div>
        <p className={styles.device}>{provider.name}</p>
        <p className="soft small tabular">
          {t('providerAccounts.lastSeen', { when: formatDateTime(last_seen_at, zone) })} ·{' '}
          {t('providerAccounts.since', { when: formatDateTime(linked_at, zone) })}
        </p>
      </div>
      <Button small busy={busy} aria-label={t('providerAccounts.removeOf', { name: provider.name })} onClick={onRemove}>
        {t('providerAccounts.remove')}
      </Button>
    </li>
  )
}
