import type { PageAddress } from '#contract/pages.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import type { Params } from '../lib/search-params.ts'

type Anchor = Omit<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'href' | 'onFocus' | 'onBlur' | 'onMouseEnter' | 'onMouseLeave' | 'onTouchStart'
> & {
  /** A path of lib/paths.ts with its query. */
  to: PageAddress
}
/** `below` also for subpages, `exact` for this page, `view` also for this query among others, `address` for exactly this query. */
type Current = 'exact' | 'below' | 'view' | 'address'
type LinkProps = Anchor & {
  /** Sets aria-current where the link leads to the shown page. */
  current?: Current | undefined
  /** With `view`: the links of its list, of which only that of the shown view is current. */
  among?: readonly PageAddress[]
}

/**
 * A link inside the site. The router's own component resolves its address again on every change of the window's
 * address, in lists hundreds of times. These addresses are absolute, and only links with `current` follow the
 * window's.
 */
export const Link = ({ current, among, ...rest }: LinkProps) =>
  current ? <CurrentLink {...rest} current={current} among={among ?? []} /> : <PageLink {...rest} />

function CurrentLink({ current, among, ...rest }: Anchor & { current: Current; among: readonly PageAddress[] }) {
  const { to } = rest
  const isCurrent = useRouterState({ select: ({ location }) => leadsTo(to, current, location) && !showsOther(among, to, location.search) })
  return <PageLink {...rest} {...(isCurrent && { 'aria-current': 'page' })} />
}

const pathOf = (address: string) => address.split('?')[0] ?? ''
const queryOf = (address: string) => new URLSearchParams(address.split('?')[1])

function leadsTo(to: string, current: Current, { pathname, search }: { pathname: string; search: Params }): boolean {
  const path = pathOf(to)
  const isBelow = pathname.startsWith(`${path}/`) && (current === 'below' || current === 'view')
  if (pathname !== path && !isBelow) return false
  if (current === 'exact' || current === 'below') return true
  const wanted = [...queryOf(to)]
  return wanted.every(([name, value]) => search[name] === value) && (current === 'view' || Object.keys(search).length === wanted.length)
}

/** A page without its view is current in each of its views, unless another link has the shown one. */
function showsOther(among: readonly PageAddress[], to: string, search: Params): boolean {
  const shown = search.view ?? null
  const viewOf = (address: string) => queryOf(address).get('view')
  return viewOf(to) !== shown && among.some(other => pathOf(other) === pathOf(to) && viewOf(other) === shown)
}

/** How long the pointer or the focus stays on a link before the files of its page are loaded, in ms. */
const intentMs = 50

function PageLink({ to, onClick, children, ...rest }: Anchor) {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A failure is left to the visit.
  const preload = () => void router.preloadRoute({ to: '.', href: to }).catch(() => undefined)
  const cancel = () => clearTimeout(timer.current)
  const preloadSoon = () => {
    cancel()
    timer.current = setTimeout(preload, intentMs)
  }
  return (
    <a
      {...rest}
      href={to}
      onClick={event => {
        onClick?.(event)
        if (event.defaultPrevented || rest.target || !isPlainClick(event)) return
        event.preventDefault()
        cancel()
        void router.navigate({ href: to })
      }}
      onFocus={preloadSoon}
      onBlur={cancel}
      onMouseEnter={preloadSoon}
      onMouseLeave={cancel}
      onTouchStart={preload}
    >
      {children}
    </a>
  )
}

/** A click that asks for no other tab or window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
