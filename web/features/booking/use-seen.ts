import { useState } from 'react'

/** Everything that has been in the list since the component came up. */
export function useSeen(keys: readonly string[]): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const fresh = keys.filter(key => !seen.has(key))
  if (fresh.length === 0) return seen
  const next = new Set([...seen, ...fresh])
  setSeen(next)
  return next
}
