/** Gives the focus to a step's heading: after what had it is gone, nobody is lost. */
export const focusStep = (step: string): void =>
  void requestAnimationFrame(() => {
    const heading = document.getElementById(`step-${step}`)
    heading?.focus({ preventScroll: true })
    heading?.closest('section')?.scrollIntoView({ block: 'nearest' })
  })
