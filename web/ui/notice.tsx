import { IconAlertCircle, IconBulb, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

export type NoticeKind = 'info' | 'success' | 'warning' | 'error'

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconBulb, error: IconAlertCircle }

interface NoticeProps {
  kind?: NoticeKind
  /** It has just come up because of what the person did: screen readers say it, and it can take the focus. */
  alert?: boolean
  children: ReactNode
}

/** Something to know, in its place on the page. */
export function Notice({ kind = 'info', alert, children }: NoticeProps) {
  const Icon = icons[kind]
  return (
    <div className={`${styles.notice} ${styles[kind]}`} {...(alert && { role: 'alert', tabIndex: -1 })}>
      <Icon size={22} stroke={1.8} aria-hidden="true" />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
