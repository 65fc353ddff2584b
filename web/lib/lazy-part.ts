import { createElement, lazy, type ComponentType, type ReactNode } from 'react'

/**
 * Milliseconds after a failed download until a part can be downloaded again: until then React shows the failure
 * instead of asking in a loop.
 */
const restMs = 1000

interface LazyPart<Props> {
  (props: Props): ReactNode
  /** Downloads the part ahead of its use, once. A failure is left to the use. */
  prepare: () => void
}

/**
 * React's `lazy` for a part of a page. After a failed download, the next attempt to show the part loads again, a
 * second later at the earliest.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): LazyPart<Props> {
  const wrap = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        setTimeout(() => (Part = wrap()), restMs)
        throw error
      }),
    ) as unknown as ComponentType<Props>
  let Part = wrap()
  let isPrepared = false
  const prepare = () => {
    // Called on every focus within the page: even a repeated import() takes half a millisecond.
    if (isPrepared) return
    isPrepared = true
    load().catch(() => (isPrepared = false))
  }
  return Object.assign((props: Props) => createElement(Part, props), { prepare })
}

/**
 * For the control that opens the part: downloads it when the pointer or the focus comes there, so that it opens at
 * once.
 */
export const preparing = ({ prepare }: { prepare: () => void }) => ({ onPointerEnter: prepare, onFocus: prepare })
