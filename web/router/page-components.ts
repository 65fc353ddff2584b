import { pages, type PageName } from '#contract/pages.ts'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import BookingPage from '../pages/booking.tsx'

const files = () => import('./lazy-pages.ts')

/**
 * A component whose file is loaded on use. TanStack Router loads the document again, once, when the file of an older
 * version is gone. Without a connection that would end on the browser's own error page: it is another error.
 */
const lazyFile = (load: (from: Awaited<ReturnType<typeof files>>) => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(() =>
    files()
      .then(load)
      .catch(async (error: unknown) => {
        await fetch('/', { method: 'HEAD' }).catch(() => {
          throw new Error('No connection')
        })
        throw error
      }),
  )

/** A page's component, whose file is loaded when the page opens; undefined for a redirect. */
export function componentOf(name: PageName): RouteComponent | undefined {
  const page = pages[name]
  // Not lazy: most visits begin here.
  if (name === 'booking') return BookingPage
  if ('redirect' in page) return undefined
  return lazyFile(({ lazyPages }) => lazyPages[name as LazyName]())
}

type LazyName = keyof Awaited<ReturnType<typeof files>>['lazyPages']

/** The frame of an area for staff. */
export const staffFrame = (area: 'admin' | 'mentor') => lazyFile(({ staffFrames }) => staffFrames[area]())
