import { createHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'
import { panelIn, opensInPanel } from '../lib/panel.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'

type Outer = Pick<RouterHistory, 'location' | 'length' | 'push' | 'replace' | 'go' | 'back' | 'forward' | 'block' | 'subscribe'>

/** Where a panel is that has been closed. */
const closed = '/'

const panelOf = ({ search }: HistoryLocation): string | undefined => panelIn(parseSearch(search))

/** The window's address with this page next to it; with none if undefined. */
export const withPanel = ({ pathname, search, hash }: HistoryLocation, record: string | undefined): string =>
  pathname + stringifySearch({ ...parseSearch(search), record }) + hash

function toLocation(href: string, state: HistoryLocation['state']): HistoryLocation {
  const { pathname, search, hash } = new URL(href, 'http://panel.invalid')
  return { href: pathname + search + hash, pathname, search, hash, state }
}

const inside = (location: HistoryLocation): HistoryLocation => toLocation(panelOf(location) ?? closed, location.state)

/**
 * The history of a page next to another one, kept in the window's own: its address is the parameter `record`, so
 * that Back, a reload and a shared link work. A page that does not open next to another one takes the window; the
 * list's own page closes the panel.
 */
export function panelHistory(outer: Outer): RouterHistory {
  const target = (path: string): string => {
    if (opensInPanel(path)) return withPanel(outer.location, path)
    const { pathname } = toLocation(path, outer.location.state)
    return pathname === outer.location.pathname ? withPanel(outer.location, undefined) : path
  }
  const history = createHistory({
    getLocation: () => inside(outer.location),
    getLength: () => outer.length,
    pushState: (path, state) => outer.push(target(path), state),
    replaceState: (path, state) => outer.replace(target(path), state),
    go: steps => outer.go(steps),
    back: () => outer.back(),
    forward: () => outer.forward(),
    createHref: path => path,
    notifyOnIndexChange: false,
  })
  // The window changes more than the panel: a filter of the list is no new page here.
  let shown = history.location.href
  const stop = outer.subscribe(({ location, action }) => {
    const { href } = inside(location)
    if (href === shown) return
    shown = href
    if (href !== closed) history.notify(action)
  })
  return {
    ...history,
    get location() {
      return inside(outer.location)
    },
    get length() {
      return outer.length
    },
    // Told by the window once it is there: who asks before leaving may still refuse.
    push: (path, state, options) => outer.push(target(path), state, options),
    replace: (path, state, options) => outer.replace(target(path), state, options),
    // Unsaved input of the panel holds back whatever would end it, from inside and outside.
    block: ({ blockerFn, ...rest }) =>
      outer.block({
        ...rest,
        blockerFn: ({ currentLocation, nextLocation, action }) =>
          blockerFn({ currentLocation: inside(currentLocation), nextLocation: inside(nextLocation), action }),
      }),
    destroy: stop,
  }
}
