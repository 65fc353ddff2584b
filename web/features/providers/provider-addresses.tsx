import type { Provider } from '#contract/providers.ts'
import { IconCopy } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './providers.module.css'

/** What the administrator enters at the provider, to copy. */
export function ProviderAddresses({ addresses }: { addresses: Provider['addresses'] }) {
  const rows = [
    ['redirect', addresses.redirect],
    ['afterLogout', addresses.after_logout],
    ['backChannelLogout', addresses.back_channel_logout],
  ] as const
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address)
      toast(t('signIn.copied'), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <section aria-labelledby="provider-addresses" className={styles.section}>
      <h2 id="provider-addresses">{t('signIn.addresses')}</h2>
      <p className="soft small">{t('signIn.addressesHint')}</p>
      <dl className={styles.addresses}>
        {rows.map(([name, address]) => (
          <div key={name}>
            <dt>{t(`signIn.address.${name}`)}</dt>
            <dd>
              <code>{address}</code>
              {/* Browsers let pages write there over https alone. */}
              {'clipboard' in navigator && (
                <IconButton label={t('signIn.copyOf', { what: t(`signIn.address.${name}`) })} onClick={() => void copy(address)}>
                  <IconCopy size={18} aria-hidden="true" />
                </IconButton>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
