import { createElement, lazy, type ComponentType, type ReactNode } from 'react'
import { loadWithMessages } from './messages.ts'

/**
 * React's `lazy` for a part of a page: loads the texts for clients together with the code. After a failed
 * download, the next attempt to show the part loads again.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): (props: Props) => ReactNode {
  const prepare = (): ComponentType<Props> =>
    lazy(() =>
      loadWithMessages('client', load).catch((error: unknown) => {
        Part = prepare()
        throw error
      }),
    ) as unknown as ComponentType<Props>
  let Part = prepare()
  return props => createElement(Part, props)
}
