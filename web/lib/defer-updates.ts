import { notifyManager } from '@tanstack/react-query'

/** A longer press selects text or drags. */
const maxHoldMs = 700

/**
 * Defers the display of new answers while a pointer is pressed. Otherwise a list that moves between press and
 * release sends the click to another row, or to none.
 */
export function deferUpdatesWhilePressed(target: EventTarget = window): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let deferred: (() => void)[] = []
  const release = () => {
    clearTimeout(timer)
    timer = undefined
    const due = deferred
    deferred = []
    for (const notify of due) notify()
  }
  notifyManager.setScheduler(notify => {
    if (timer === undefined) setTimeout(notify, 0)
    else deferred.push(notify)
  })
  const press = () => {
    clearTimeout(timer)
    timer = setTimeout(release, maxHoldMs)
  }
  // The click event follows the release.
  const releaseSoon = () => setTimeout(release, 0)
  target.addEventListener('pointerdown', press, true)
  target.addEventListener('pointerup', releaseSoon, true)
  target.addEventListener('pointercancel', releaseSoon, true)
}
