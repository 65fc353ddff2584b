import { IconAlertCircle, IconBulb, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** The colour and the icon; neither is the only sign of what a notice says. */
export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconBulb, error: IconAlertCircle }

interface NoticeProps {
  kind?: NoticeKind
  /** The notice results from an action: it is announced and can take the focus. */
  alert?: boolean
  children: ReactNode
}

/** A message within the page. */
export function Notice({ kind = 'info', alert, children }: NoticeProps) {
  const Icon = icons[kind]
  return (
    <div className={`${styles.notice} ${styles[kind]}`} {...(alert && { role: 'alert', tabIndex: -1 })}>
      <Icon size={22} stroke={1.8} aria-hidden="true" />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
