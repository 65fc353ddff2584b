import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { afterPaint } from '../lib/after-paint.ts'
import { t } from '../lib/messages.ts'
import { Button, IconButton } from './button.tsx'
import { DialogGuardContext, useFormGuard } from './dialog-guard.ts'
import styles from './dialog.module.css'
import { Notice } from './notice.tsx'
import { subscribeToasts, visibleToasts } from './toast.ts'
import { useLostFocus } from './use-lost-focus.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children?: ReactNode
  /** The buttons of its footer. */
  actions?: ReactNode
  /**
   * Hides it before it closes. For a dialog over hundreds of elements, all of which browsers style again when it
   * closes; it has nothing that could keep it open.
   */
  hidesFirst?: boolean
}

/** What takes the focus after a dialog: its opener, or what the opener was in, if that is gone; from the inside out. */
function listHeirs(opener: Element | null): Element[] {
  const outer = opener?.parentElement?.closest('[tabindex]')
  return opener ? [opener, ...(outer ? listHeirs(outer) : [])] : []
}

/** What takes the focus after a dialog that gives way to another one: the other one returns the focus there. */
let handedOver: readonly Element[] = []

/** A focused field of a touch screen opens its keyboard, which covers what the dialog says. */
const hasTouchKeyboard = () => matchMedia('(pointer: coarse)').matches

/**
 * The focus of a dialog that opens: its first field, otherwise, and on touch screens, the button that changes nothing.
 * Without either the browser has focused the closing button. `autofocus` decides for itself.
 */
function takeFocus(dialog: HTMLDialogElement): void {
  if (dialog.querySelector('[autofocus]')) return
  const fields = [...dialog.querySelectorAll<HTMLElement>('input:enabled, select:enabled, textarea:enabled')].filter(
    field => field.checkVisibility() && !hasTouchKeyboard(),
  )
  const [first = dialog.querySelector<HTMLElement>('[data-dismiss]')] = fields
  const isChoice = first instanceof HTMLInputElement && first.type === 'radio'
  const chosen = isChoice && fields.find(field => field.matches(`[name="${CSS.escape(first.name)}"]:checked`))
  ;(chosen || first)?.focus()
}

/**
 * A native modal dialog: traps the focus, closes on Escape, returns the focus. Render it only while it is open.
 */
export function Dialog({ title, onClose, children, actions, hidesFirst = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heirs = useRef<readonly Element[]>([])
  const id = useId()

  // Before other effects, so that what replaces a step of the dialog can take the focus.
  useLayoutEffect(() => {
    heirs.current = document.activeElement === document.body ? handedOver : listHeirs(document.activeElement)
    dialog.current?.showModal()
    if (dialog.current) takeFocus(dialog.current)
    return () => void (handedOver = heirs.current)
  }, [])
  useEffect(() => {
    const element = dialog.current
    return () => {
      element?.close()
      handedOver = []
      const heir = heirs.current.find(({ isConnected }) => isConnected)
      if (heir instanceof HTMLElement) heir.focus({ preventScroll: heir !== heirs.current[0] })
    }
  }, [])

  // Content that comes later takes the focus too, unless the user has moved it meanwhile.
  useEffect(() => {
    const element = dialog.current
    const first = document.activeElement
    if (!element?.contains(first) || first?.matches('input, select, textarea, [data-dismiss]')) return
    const observer = new MutationObserver(() => {
      if (document.activeElement === first && element.querySelector('form')) takeFocus(element)
      if (document.activeElement !== first) observer.disconnect()
    })
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])

  // A button that goes away with its action.
  useLostFocus(dialog, () => dialog.current?.querySelector('button')?.focus())

  const close = () => {
    if (!hidesFirst) return onClose()
    dialog.current?.setAttribute('data-hides', '')
    afterPaint(onClose)
  }
  const forms = useFormGuard()
  const leave = () => forms.leave(close)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        leave()
      }}
      onClick={event => event.target === dialog.current && leave()}
    >
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          <IconButton label={t('ui.close')} onClick={leave}>
            <IconX size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <DialogGuardContext value={forms.guard}>{children}</DialogGuardContext>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  title: string
  children?: ReactNode
  /** Text of the confirming button, a verb: "Cancel the appointment". */
  confirm: string
  /** Text of the other button; "Go back" unless given. */
  dismiss?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. Says why it was refused: toasts lie below it, and are inert. */
export function ConfirmDialog({ title, children, confirm, dismiss = t('ui.goBack'), danger, busy, onConfirm, onClose }: ConfirmProps) {
  const [refused, setRefused] = useState<string>()
  useEffect(
    () =>
      subscribeToasts(() => {
        const newest = visibleToasts().at(-1)
        if (newest?.type === 'error') setRefused(newest.text)
      }),
    [],
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button data-dismiss="" onClick={onClose}>
            {dismiss}
          </Button>
        </>
      }
    >
      {children}
      {refused && (
        <Notice kind="error" alert>
          {refused}
        </Notice>
      )}
    </Dialog>
  )
}
