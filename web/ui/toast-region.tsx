import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useRef, useSyncExternalStore } from 'react'
import { t } from '../lib/messages.ts'
import { Button, IconButton } from './button.tsx'
import styles from './toast-region.module.css'
import { dismissToast, pauseToasts, shownToasts, subscribeToasts, type Toast } from './toast.ts'

const icons = { default: null, success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle, warning: IconAlertTriangle }

/** Where toasts appear: bottom right, spoken politely, standing still under the pointer or the focus. Once in the app. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, shownToasts, shownToasts)
  const region = useRef<HTMLElement>(null)
  const rest = () => pauseToasts(region.current?.matches(':hover, :focus-within') ?? false)
  return (
    <section
      ref={region}
      className={`${styles.region} no-print`}
      aria-label={t('ui.notifications')}
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => queueMicrotask(rest)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => setTimeout(rest)}
    >
      <div aria-live="polite" className={styles.list}>
        {toasts.map(toast => (
          <ToastCard key={toast.id} toast={toast} onGone={rest} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast: { id, text, type, action }, onGone }: { toast: Toast; onGone: () => void }) {
  const Icon = icons[type]
  const dismiss = () => {
    dismissToast(id)
    setTimeout(onGone)
  }
  return (
    <div className={`${styles.toast} ${styles[type]}`} data-toast={type}>
      {Icon && <Icon size={22} stroke={1.8} aria-hidden="true" />}
      <p className={styles.text}>{text}</p>
      {action && (
        <Button
          kind="plain"
          small
          onClick={() => {
            action.run()
            dismiss()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t('ui.dismiss')} className={styles.close} onClick={dismiss}>
        <IconX size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
