import { useEffect, useEffectEvent, type RefObject } from 'react'
import { afterPaint } from '../lib/after-paint.ts'

/**
 * Calls `recover` when the focused element of an area has left the page, with that element, unless another one took
 * the focus. A click elsewhere gives up the focus on purpose; another dialog in the area returns it itself.
 */
export function useLostFocus(area: RefObject<HTMLElement | null>, recover: (lost: HTMLElement) => void): void {
  const onLost = useEffectEvent(recover)
  useEffect(() => {
    let focused: HTMLElement | undefined
    const remember = ({ target }: FocusEvent) => {
      const isIn =
        target instanceof HTMLElement && area.current?.contains(target) && target.closest('dialog') === area.current.closest('dialog')
      focused = isIn ? target : undefined
    }
    const forget = () => void (focused = undefined)
    const check = () => {
      if (!focused || focused.isConnected) return
      const lost = focused
      focused = undefined
      afterPaint(() => document.activeElement === document.body && onLost(lost))
    }
    const observer = new MutationObserver(check)
    if (area.current) observer.observe(area.current, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      document.removeEventListener('pointerdown', forget)
    }
  }, [area])
}
