import { createElement, lazy, type ComponentType, type ReactNode } from 'react'

/**
 * Milliseconds after a failed download until a part can be downloaded again: until then React shows the failure
 * instead of asking in a loop.
 */
const restMs = 1000

/**
 * React's `lazy` for a part of a page. After a failed download, the next attempt to show the part loads again, a
 * second later at the earliest.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): (props: Props) => ReactNode {
  const prepare = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        setTimeout(() => (Part = prepare()), restMs)
        throw error
      }),
    ) as unknown as ComponentType<Props>
  let Part = prepare()
  return props => createElement(Part, props)
}
