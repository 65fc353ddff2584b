import type { AppointmentStatus } from '#contract/appointments.ts'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { setAppointmentStatus, type StatusSubject } from './set-status.ts'

type StatusOptions = Parameters<typeof setAppointmentStatus>[2]

/**
 * Changes the status of an appointment, one change after the other, and keeps the focus within `place`: the clicked
 * button is gone afterwards. `busy`: the status that the change under way leads to. `setStatus` resolves to whether the
 * status changed; a refusal is shown, or given to `onRefused`.
 */
export function useStatusChange(
  appointment: StatusSubject,
  place: RefObject<HTMLElement | null>,
): { busy: AppointmentStatus | undefined; setStatus: (next: AppointmentStatus, how?: StatusOptions) => Promise<boolean> } {
  const [busy, setBusy] = useState<AppointmentStatus>()
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const { can, status } = appointment

  /** The status that a step here leads to, until the page shows it. */
  const expected = useRef<AppointmentStatus>(undefined)

  /** The clicked button is gone: Undo takes the focus, and after Undo the next step does. */
  const takeFocus = (undone: boolean) => {
    const back = undone ? null : place.current?.querySelector<HTMLElement>('[data-undo]')
    ;(back ?? place.current?.querySelector('button'))?.focus()
  }
  // With the button, its focus goes, also before the call has ended; a key that follows at once must find it here.
  useLayoutEffect(() => {
    if (expected.current !== status) return
    if (document.activeElement === document.body) takeFocus(can.undo === null)
    if (busy === undefined) expected.current = undefined
  })

  const setStatus = async (next: AppointmentStatus, how?: StatusOptions) => {
    if (busy === next) return false
    const from = document.activeElement
    const focusStays = watchFocus(target => target === from || place.current?.contains(target) === true)
    expected.current = next
    setBusy(next)
    // The page may show the new status, and get the next key, before the call has ended.
    const call = running.current.then(() => setAppointmentStatus(appointment, next, how))
    running.current = call
    const changed = await call
    setBusy(current => (current === next ? undefined : current))
    if (!changed) expected.current = undefined
    setTimeout(() => {
      const { activeElement } = document
      const stayed = focusStays()
      if (activeElement === document.body || (stayed && (activeElement === from || place.current?.contains(activeElement))))
        takeFocus(next === can.undo)
    })
    return changed !== null
  }
  return { busy, setStatus }
}

/**
 * Watches where the focus goes. The returned function ends this, and tells whether it stayed where `isHere` says: a user
 * who went on meanwhile keeps the focus, also after coming back.
 */
function watchFocus(isHere: (target: Node) => boolean): () => boolean {
  const leaving = new AbortController()
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!isHere(target as Node)) leaving.abort()
    },
    { signal: leaving.signal },
  )
  return () => {
    const stayed = !leaving.signal.aborted
    leaving.abort()
    return stayed
  }
}
