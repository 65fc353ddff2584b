import { IconChevronRight } from '@tabler/icons-react'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { Button } from './button.tsx'
import styles from './cursor-pager.module.css'

/** Pagination of a list without a total, by the query parameter `after`: the next page, and back to the first. */
export function CursorPager({ next, words }: { next: string | null; words: { onward: string; back: string } }) {
  const [{ after }, setParams] = useSearchParams()
  if (!after && !next) return null
  return (
    <nav className={styles.pages} aria-label={t('ui.pages')}>
      {after && (
        <Button small onClick={() => setParams({ after: undefined })}>
          {words.back}
        </Button>
      )}
      {next && (
        <Button small onClick={() => setParams({ after: next })}>
          {words.onward}
          <IconChevronRight size={18} aria-hidden="true" />
        </Button>
      )}
    </nav>
  )
}
