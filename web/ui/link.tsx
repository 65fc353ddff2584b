import type { PageAddress } from '#contract/pages.ts'
import { Link as RouterLink, useRouterState } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of lib/paths.ts with its query. */
  to: PageAddress
  /** Sets aria-current: `below` also for subpages, `exact` for this page, `view` for this page with this query. */
  current?: 'exact' | 'below' | 'view'
  /** With `view`: the links of its list, of which only that of the shown view is current. */
  among?: readonly PageAddress[]
}

/** A link inside the site. */
export const Link = ({ among, ...rest }: LinkProps) => (among ? <LinkAmongViews among={among} {...rest} /> : <PageLink {...rest} />)

const readView = (address: string) => new URLSearchParams(address.split('?')[1]).get('view')
const pathOf = (address: string) => address.split('?')[0]

/** The router finds a page without its view current in each of its views. */
function LinkAmongViews({ among = [], ...rest }: LinkProps) {
  const { to } = rest
  const shown = useRouterState({ select: ({ location }) => readView(location.href) })
  const isOther = readView(to) !== shown && among.some(other => pathOf(other) === pathOf(to) && readView(other) === shown)
  return <PageLink {...rest} current={isOther ? undefined : 'view'} />
}

function PageLink({ to, current, ...rest }: Omit<LinkProps, 'among' | 'current'> & { current?: LinkProps['current'] | undefined }) {
  return (
    <RouterLink
      {...rest}
      // TanStack Router requires `to`; `href` takes its place, with the query.
      to="."
      href={to}
      activeOptions={{ exact: current === undefined || current === 'exact', includeSearch: current === undefined || current === 'view' }}
      activeProps={current ? { 'aria-current': 'page' } : { 'aria-current': undefined }}
    />
  )
}
