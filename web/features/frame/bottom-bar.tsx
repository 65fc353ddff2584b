import type { PageAddress } from '#contract/pages.ts'
import type { Icon } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { useRootMark } from '../../lib/use-root-mark.ts'
import { Link } from '../../ui/link.tsx'
import styles from './bottom-bar.module.css'

/** One action of the bar: a link (`to`) or a button (`onPress`). */
export interface BottomAction {
  label: string
  Icon: Icon
  /** A page, or what a press does. */
  to?: PageAddress
  onPress?: () => void
}

/** The most used actions of a role at the lower edge of a phone; hidden on wider screens. */
export function BottomBar({ actions }: { actions: readonly BottomAction[] }) {
  useRootMark('bottomBar')
  const addresses = actions.flatMap(({ to }) => to ?? [])
  return (
    <nav className={`${styles.bar} no-print`} aria-label={t('menu.quick')}>
      <ul>
        {actions.map(({ label, Icon, to, onPress }) => {
          const content = (
            <>
              <Icon size={22} aria-hidden="true" />
              {label}
            </>
          )
          return (
            <li key={label}>
              {to ? (
                <Link to={to} current="view" among={addresses} className={styles.action}>
                  {content}
                </Link>
              ) : (
                <button type="button" className={styles.action} onClick={onPress}>
                  {content}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
