import { useEffect, useState } from 'react'

/** Whole seconds until a moment (milliseconds since the epoch); 0 once it is there. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now)
  const over = now >= until
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [over])
  return over ? 0 : Math.ceil((until - now) / 1000)
}
