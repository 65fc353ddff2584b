import { useEffect, useState } from 'react'

const tickMs = 20_000

/** The current time in epoch ms, again every 20 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
