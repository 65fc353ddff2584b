import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what only paper shows is not rendered before. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const end = new AbortController()
    // The browser takes the page as it is when the handler returns.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal: end.signal })
    window.addEventListener('afterprint', () => setPrinting(false), { signal: end.signal })
    return () => end.abort()
  }, [])
  return printing
}
