import { createContext, useRef, useState, type ReactNode } from 'react'
import { foldText } from '../../lib/fold-text.ts'
import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import { anchorOf, sectionNames, titleOf, type SectionName } from './sections.ts'
import styles from './settings.module.css'

/** The sections without what is searched for. One with an error is shown all the same (settings.module.css). */
export const LeftOut = createContext<readonly SectionName[]>([])

/** The sections, with a search and links to them. */
export function SettingsSections({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState('')
  const [leftOut, setLeftOut] = useState<readonly SectionName[]>([])
  const content = useRef<HTMLDivElement>(null)
  const search = (text: string) => {
    setTyped(text)
    setLeftOut(sectionNames.filter(name => !hasWords(content.current?.querySelector(`[data-section="${name}"]`), text)))
  }
  const shown = sectionNames.filter(name => !leftOut.includes(name))
  return (
    <div className={styles.sections}>
      <div className={styles.aside}>
        <TextField type="search" name="search" label={t('settings.search')} value={typed} onChange={search} />
        <p className="soft small" role="status">
          {typed.trim() !== '' && t('settings.found', { count: shown.length })}
        </p>
        <nav aria-label={t('settings.sections')}>
          <ul className={styles.links}>
            {shown.map(name => (
              <li key={name}>
                <a
                  href={`#${anchorOf(name)}`}
                  onClick={event => {
                    event.preventDefault()
                    const heading = document.getElementById(anchorOf(name))
                    heading?.focus({ preventScroll: true })
                    heading?.scrollIntoView({ block: 'start' })
                  }}
                >
                  {titleOf(name)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div ref={content} className={styles.content}>
        <LeftOut value={leftOut}>{children}</LeftOut>
      </div>
    </div>
  )
}

/** Whether the section says every word that was typed, in a title, label or description. */
const hasWords = (section: Element | null | undefined, typed: string): boolean => {
  const says = foldText(section?.textContent ?? '')
  return foldText(typed)
    .split(/\s+/)
    .every(word => says.includes(word))
}
