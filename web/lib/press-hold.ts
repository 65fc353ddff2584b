import { notifyManager } from '@tanstack/react-query'

/** A longer press is not a click: it selects text or drags. */
const maxHoldMs = 700

/**
 * Holds back new answers while a pointer is pressed. A list that moved between press and release would send the click to another row, or to none: typing
 * in a search field and clicking a result at once lost the click on slow machines.
 */
export function holdAnswersWhilePressed(target: EventTarget = window): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: (() => void)[] = []
  const release = () => {
    clearTimeout(timer)
    timer = undefined
    const due = held
    held = []
    for (const notify of due) notify()
  }
  notifyManager.setScheduler(notify => {
    if (timer === undefined) setTimeout(notify, 0)
    else held.push(notify)
  })
  const press = () => {
    clearTimeout(timer)
    timer = setTimeout(release, maxHoldMs)
  }
  // The click comes right after the release of the pointer.
  const letGo = () => setTimeout(release, 0)
  target.addEventListener('pointerdown', press, true)
  target.addEventListener('pointerup', letGo, true)
  target.addEventListener('pointercancel', letGo, true)
}
