import { useMatch } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSite } from '../lib/site.ts'
import styles from './page.module.css'
import { usePanel } from './panel-context.ts'

interface PageProps {
  /** The h1 and the first part of the document title. */
  title: string
  /** A sentence or two below the title. */
  lead?: ReactNode
  /** The page's main actions, next to the title. */
  actions?: ReactNode
  /**
   * `form` for one column of fields, `reading` for texts; `work` uses all of a staff page's width, for tables and
   * calendars.
   */
  width?: 'form' | 'reading' | 'full' | 'work'
  /** Key of the view, if one address shows several: a change is announced like a new page. */
  view?: string | undefined
  children?: ReactNode
}

/** The route whose heading was focused last. The first page of a visit does not move the focus. */
let announced: string | undefined

/** The document title. */
export const titleOf = (title: string, siteName: string | undefined): string => (siteName ? `${title} · ${siteName}` : title)

/**
 * The frame of every page: its title, which takes the focus after a route change, and its content. In a side panel
 * it is no document of its own: a second-level heading, which the panel focuses.
 */
export function Page({ title, lead, actions, width = 'full', view = '', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const route = `${useMatch({ strict: false, select: match => match.id })} ${view}`
  const siteName = useSite()?.site_name
  const panel = usePanel()

  useEffect(() => {
    if (!panel) document.title = titleOf(title, siteName)
  }, [title, siteName, panel])

  useEffect(() => {
    if (panel) {
      if (panel.takesFocus()) heading.current?.focus({ preventScroll: true })
      return
    }
    const first = announced === undefined
    if (announced === route) return
    announced = route
    // A menu that the user opened while the page was loading keeps the focus.
    if (!first && !document.querySelector('[popover]:popover-open')) heading.current?.focus({ preventScroll: true })
  }, [route, panel])

  const Heading = panel ? 'h2' : 'h1'
  return (
    <article className={`${styles.page} ${styles[width] ?? ''}`}>
      <header className={styles.head}>
        <div>
          <Heading ref={heading} tabIndex={-1} className={panel ? styles.record : undefined} data-page-heading="">
            {title}
          </Heading>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={`${styles.actions} no-print`}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}
