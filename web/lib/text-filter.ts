import type { PageName, SearchOf } from '#contract/pages.ts'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from './search-params.ts'

/** Pause after the last key before the filter goes into the address. */
const pauseMs = 300

/**
 * A filter that the user types: `value` for the field, written into the query parameter `name` after a pause.
 * The list starts from its first page; `along` changes further parameters with it.
 */
export function useTextFilter<Name extends PageName>(
  name: keyof SearchOf<Name>,
  along: SearchOf<Name> = {},
): { value: string; onChange: (text: string) => void } {
  const [params, setParams] = useSearchParams<Name>()
  const address = params[name] ?? ''
  const [typed, setTyped] = useState(address)
  const [shown, setShown] = useState(address)
  if (shown !== address) {
    // The address changed by other means than typing: Back, or showing everything.
    setShown(address)
    setTyped(address)
  }
  const put = useDebouncedCallback((text: string) => {
    setShown(text.trim())
    setParams({ ...along, [name]: text.trim() || undefined, after: undefined }, { replace: true })
  }, pauseMs)
  return {
    value: typed,
    onChange: text => {
      setTyped(text)
      put(text)
    },
  }
}
