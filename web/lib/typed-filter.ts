import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { type Params, useSearchParams } from './search-params.ts'

/** A filter that is typed: what stands in the field, and in the address a moment after the last key, together with `along`. Begins the list anew. */
export function useTypedFilter(name: string, along: Params = {}): { value: string; onChange: (text: string) => void } {
  const [params, setParams] = useSearchParams()
  const address = params[name] ?? ''
  const [typed, setTyped] = useState(address)
  const [shown, setShown] = useState(address)
  if (shown !== address) {
    // The address changed by another way than typing: Back, or showing everything.
    setShown(address)
    setTyped(address)
  }
  const put = useDebouncedCallback((text: string) => {
    setShown(text.trim())
    setParams({ ...along, [name]: text.trim() || undefined, after: undefined }, { replace: true })
  }, 300)
  return {
    value: typed,
    onChange: text => {
      setTyped(text)
      put(text)
    },
  }
}
