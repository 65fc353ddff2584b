import { lazy, type ComponentType } from 'react'
import { loadWithMessages } from './messages.ts'

/** React's `lazy` for a part of a page: loads the texts for clients together with the code. */
export const lazyPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazy(() => loadWithMessages('client', load))
