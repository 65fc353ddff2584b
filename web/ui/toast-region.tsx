import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useRef, useSyncExternalStore } from 'react'
import { t } from '../lib/messages.ts'
import { Button, IconButton } from './button.tsx'
import styles from './toast-region.module.css'
import { dismissToast, pauseToasts, visibleToasts, subscribeToasts, type Toast } from './toast.ts'

const icons = { default: null, success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle, warning: IconAlertTriangle }

/** The region for toasts, once in the app. A polite live region; time stops under the pointer or the focus. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, visibleToasts, visibleToasts)
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<EventTarget>(null)
  // A dismissed toast takes the focused button with it.
  const returnFocus = () => {
    if (document.activeElement !== document.body) return
    const before = cameFrom.current
    const back = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('content')
    back?.focus({ preventScroll: true })
  }
  const updatePause = () => pauseToasts(region.current?.matches(':hover, :focus-within') ?? false)
  return (
    <section
      ref={region}
      className={`${styles.region} no-print`}
      aria-label={t('ui.notifications')}
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => queueMicrotask(updatePause)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
        pauseToasts(true)
      }}
      onBlur={() => setTimeout(updatePause)}
    >
      <div aria-live="polite" className={styles.list}>
        {toasts.map(toast => (
          <ToastCard
            key={toast.id}
            toast={toast}
            onDismiss={() => {
              returnFocus()
              updatePause()
            }}
          />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast: { id, text, type, action }, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const Icon = icons[type]
  const dismiss = () => {
    dismissToast(id)
    setTimeout(onDismiss)
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
