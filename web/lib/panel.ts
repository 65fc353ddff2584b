import { pages, type PageName } from '#contract/pages.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'

/** The pages of one record, which open next to a list or a calendar: `?record=/admin/users/{id}`. */
const panelPages = [
  'user',
  'userEdit',
  'scheduleAppointments',
  'scheduleEdit',
  'appointmentEdit',
  'appointmentFeedbacks',
  'unauthorized',
] as const satisfies readonly PageName[]

const segment = (part: string) => (part.startsWith('$') ? '[0-9a-f-]{36}' : part.replaceAll(/[^\w-]/g, '\\$&'))
const forms = panelPages.map(name => new RegExp(`^${pages[name].path.split('/').map(segment).join('/')}$`))

/**
 * Whether this address is of a page that opens next to another one. Any other `record` in an address is ignored.
 */
export const opensInPanel = (href: string): boolean => forms.some(form => form.test(href.replace(/[?#].*/s, '')))

/** The page that this query opens next to its own; undefined if none. */
export function panelIn(search: unknown): string | undefined {
  const { record } = search as { record?: unknown }
  return typeof record === 'string' && opensInPanel(record) ? record : undefined
}

/**
 * The window is wide enough for a list and a record next to each other. Otherwise links lead to the page itself.
 */
const isWide = (): boolean => matchMedia('(min-width: 64em)').matches

/** Whether this address is shown next to the page. */
export const useIsInPanel = (href: string): boolean => useRouterState({ select: state => panelIn(state.location.search) === href })

/** How to open and close a page next to this one. */
export function useOpenPanel() {
  const navigate = useNavigate()
  const show = (href: string | undefined, without?: string) =>
    void navigate({
      to: '.',
      search: before => ({ ...before, ...(without && { [without]: undefined }), record: href }),
      resetScroll: false,
    })
  return {
    /**
     * False if there is no room: the caller goes to the page itself. `without`: a parameter that ends, of a dialog
     * that gives way.
     */
    open: (href: string, without?: string): boolean => {
      if (!isWide() || !opensInPanel(href)) return false
      show(href, without)
      return true
    },
    close: () => show(undefined),
  }
}

/** The links to records of the list or calendar that is shown, in the order of the page. */
export const recordLinks = (): HTMLAnchorElement[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('#content a[data-record]')].filter(link => link.checkVisibility())

let staysOnList = false

/** Whether the focus stays on the list when the panel shows another record: after J and K. */
export function takeStaysOnList(): boolean {
  const stays = staysOnList
  staysOnList = false
  return stays
}

/**
 * The next (1) or previous (-1) record of the list: takes the focus, and the place of the one shown next to the
 * list. False at the end.
 */
export function stepRecord(by: 1 | -1): boolean {
  const links = recordLinks()
  const focused = document.activeElement?.closest('tr, li')
  const shown = links.findIndex(link => link.getAttribute('aria-current') === 'true')
  const at =
    shown >= 0 ? shown : links.findIndex(link => link === document.activeElement || (focused && link.closest('tr, li') === focused))
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by]
  if (!next) return false
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
  if (shown >= 0) {
    staysOnList = true
    next.click()
  }
  return true
}
