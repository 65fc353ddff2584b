import { IconCopy, IconQrcode } from '@tabler/icons-react'
import type { Opening } from '#contract/opening.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { bookingAddress } from './booking-address.ts'
import { EmbedCode } from './embed-code.tsx'
import styles from './opening.module.css'

/** The live link: to copy, as a poster, and for one service or mentor. */
export function ShareLinks({ opening: { support_types, mentors, embed_origins }, onPoster }: { opening: Opening; onPoster: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(bookingAddress())
      toast(t('opening.copied'), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
  }
  const links = [
    ...support_types.map(({ id, name }) => ({ id, name, to: paths.booking({ support_type: id }) })),
    ...mentors.map(({ id, name }) => ({ id, name, to: paths.booking({ mentor: id }) })),
  ]
  return (
    <>
      <p>{t('opening.shareText')}</p>
      <p className={styles.address}>
        <Link to={paths.booking()}>{bookingAddress()}</Link>
      </p>
      <div className={styles.buttons}>
        {/* Clipboard access requires https. */}
        {'clipboard' in navigator && (
          <Button kind="primary" icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {t('opening.copy')}
          </Button>
        )}
        <Button icon={<IconQrcode size={18} aria-hidden="true" />} onClick={onPoster}>
          {t('opening.poster')}
        </Button>
      </div>
      <details>
        <summary>{t('opening.direct')}</summary>
        <ul className={styles.links}>
          {links.map(({ id, name, to }) => (
            <li key={id}>
              <bdi>{name}</bdi>: <Link to={to}>{bookingAddress(to)}</Link>
            </li>
          ))}
        </ul>
      </details>
      <EmbedCode origins={embed_origins} />
    </>
  )
}
