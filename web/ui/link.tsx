import { Link as RouterLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes } from 'react'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of lib/paths.ts with its query. */
  to: string
  /** Sets aria-current: `below` also for subpages, `exact` for this page, `view` for this page with this query. */
  current?: 'exact' | 'below' | 'view'
}

/** A link inside the site. */
export function Link({ to, current, ...rest }: LinkProps) {
  const [path = '/', query] = to.split('?')
  const search = query ? Object.fromEntries(new URLSearchParams(query)) : undefined
  return (
    <RouterLink
      {...rest}
      {...({ to: path, search } as { to: string })}
      activeOptions={{ exact: current === undefined || current === 'exact', includeSearch: current === undefined || current === 'view' }}
      activeProps={current ? { 'aria-current': 'page' } : { 'aria-current': undefined }}
    />
  )
}
