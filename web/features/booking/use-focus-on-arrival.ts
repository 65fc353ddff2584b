import { useEffect } from 'react'

/** What somebody waited for is there: the page's heading takes the focus, and with it says what happened. */
export function useFocusOnArrival(arrived: boolean): void {
  useEffect(() => {
    if (!arrived) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [arrived])
}
