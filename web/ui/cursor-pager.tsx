import { IconChevronRight } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { Button } from './button.tsx'
import styles from './cursor-pager.module.css'
import { showListStart } from './show-list-start.ts'

/** Pagination of a list without a total, by the query parameter `after`: the next page, and back to the first. */
export function CursorPager({ next, words }: { next: string | null; words: { onward: string; back: string } }) {
  const [{ after }, setParams] = useSearchParams()
  if (!after && !next) return null
  const goTo = (cursor: string | undefined) => (event: MouseEvent) => {
    setParams({ after: cursor })
    showListStart(event)
  }
  return (
    <nav className={`${styles.pages} no-print`} aria-label={t('ui.pages')}>
      {after && (
        <Button small onClick={goTo(undefined)}>
          {words.back}
        </Button>
      )}
      {next && (
        <Button small onClick={goTo(next)}>
          {words.onward}
          <IconChevronRight size={18} aria-hidden="true" />
        </Button>
      )}
    </nav>
  )
}
