import { useEffect, useRef } from 'react'
import type { Step } from './choice.ts'
import { focusStep } from './focus-step.ts'

const desk = '(min-width: 64em)'

/** When a step begins its heading takes the focus, so that nobody is lost; on a phone, where it fills the screen, the page starts at its top. */
export function useStepFocus(step: Step): void {
  const before = useRef(step)

  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (!matchMedia(desk).matches) window.scrollTo(0, 0)
    focusStep(step)
  }, [step])
}
