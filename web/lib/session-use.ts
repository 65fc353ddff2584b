import { isPrivileged } from '#contract/granted.ts'
import { touchIntervalMs } from '#contract/session-use.ts'
import { lastUseKey, session } from './session.ts'
import { getItem, setItem } from './storage.ts'

/** How long after the last input a request still counts as the user's, in ms. */
const attendedMs = 30_000
/** What people do who use a page, including those who read it. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove']

let lastInput = Date.now()
let isPaused = false
const onInput = () => {
  if (!isPaused) lastInput = Date.now()
}
for (const input of inputs) globalThis.addEventListener?.(input, onInput, { capture: true, passive: true })

/** Whether what the page requests now is the user's doing. */
export const isAttended = (): boolean => Date.now() - lastInput <= attendedMs

/** Counts as input, also while input is paused. */
export const noteInput = (): void => void (lastInput = Date.now())

/** Until the returned function is called, no input counts: a warning must not disappear under the pointer. */
export function pauseInput(): () => void {
  isPaused = true
  lastInput = 0
  return () => void (isPaused = false)
}

/** When the session was last used, in epoch ms, in any tab and to within a minute; 0 if unknown. */
export const lastUseAt = (): number => Number(getItem(lastUseKey) ?? 0)

/** Once the server has answered what the user requested at an instant (epoch ms): stores it for `lastUseAt`, for staff. */
export function noteUse(at: number): void {
  const current = session()
  if (current && isPrivileged(current) && at - lastUseAt() > touchIntervalMs) setItem(lastUseKey, String(at))
}
