import { useLayoutEffect } from 'react'

/**
 * Marks the document's root with a `data-` attribute while the component is shown, for style sheets. With
 * `:root:has(…)`, browsers would style the whole page again after each of its changes.
 */
export function useRootMark(name: string): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset[name] = ''
    return () => {
      delete dataset[name]
    }
  }, [name])
}
