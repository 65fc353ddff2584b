import { pages, type PageName } from '#contract/pages.ts'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import BookingPage from '../pages/booking.tsx'

const files = () => import('./lazy-pages.ts')

/** A page's component, whose file is loaded when the page opens; undefined for a redirect. */
export function componentOf(name: PageName): RouteComponent | undefined {
  const page = pages[name]
  // Not lazy: most visits begin here.
  if (name === 'booking') return BookingPage
  if ('redirect' in page) return undefined
  return lazyRouteComponent(async () => (await files()).lazyPages[name as LazyName]())
}

type LazyName = keyof Awaited<ReturnType<typeof files>>['lazyPages']

/** The frame of an area for staff. */
export const staffFrame = (area: 'admin' | 'mentor') => lazyRouteComponent(async () => (await files()).staffFrames[area]())
