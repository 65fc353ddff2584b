import { useMatch } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { useSite } from '../lib/site.ts'
import styles from './page.module.css'

interface PageProps {
  /** The page's one h1 and the first half of the browser's title. */
  title: string
  /** A sentence or two below the title. */
  lead?: ReactNode
  /** What stands beside the title: the page's main actions. */
  actions?: ReactNode
  /** `form` for one column of fields, `reading` for texts, `full` for tables and the booking page. */
  width?: 'form' | 'reading' | 'full'
  /** Which of several things one address shows (its form, its list): another one is announced like another page. */
  view?: string | undefined
  children?: ReactNode
}

/** The route whose heading had the focus last. The first page of a visit leaves the focus to the browser. */
let announced: string | undefined

/** What the browser's tab says of a page. */
export const titleOf = (title: string, siteName: string | undefined): string => (siteName ? `${title} · ${siteName}` : title)

/** What every page is made of: its title, focused after a change of route so that nobody is lost, and its content. */
export function Page({ title, lead, actions, width = 'full', view = '', children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const route = `${useMatch({ strict: false, select: match => match.id })} ${view}`
  const siteName = useSite()?.site_name

  useEffect(() => {
    document.title = titleOf(title, siteName)
  }, [title, siteName])

  useEffect(() => {
    const first = announced === undefined
    if (announced === route) return
    announced = route
    if (!first) heading.current?.focus({ preventScroll: true })
  }, [route])

  return (
    <article className={`${styles.page} ${styles[width] ?? ''}`}>
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={`${styles.actions} no-print`}>{actions}</div>}
      </header>
      {children}
    </article>
  )
}
