import type { PageAddress } from '#contract/pages.ts'
import { Link as RouterLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of lib/paths.ts, query and all. */
  to: PageAddress
  /** Marks the link of the page one is on (aria-current); `exact`: not for the pages below it, `view`: this view of the page. */
  current?: 'exact' | 'below' | 'view'
}

/** A link inside the site. */
export function Link({ to, current, ...rest }: LinkProps) {
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
