import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, type MouseEvent } from 'react'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { Button } from './button.tsx'
import styles from './pager.module.css'
import { showListStart } from './show-list-start.ts'

interface Meta {
  page: number
  last_page: number
  total: number
}

const pageParam = (page: number) => ({ page: page === 1 ? undefined : String(page) })

/**
 * Pagination by the query parameter `page`. Renders nothing for a single page. Leaves a page whose last row is
 * gone.
 */
export function Pager({ meta: { page, last_page, total } }: { meta: Meta }) {
  const [, setParams] = useSearchParams()
  useEffect(() => {
    if (page > last_page) setParams(pageParam(last_page), { replace: true })
  })
  if (last_page <= 1) return null
  const goTo = (to: number) => (event: MouseEvent) => {
    setParams(pageParam(to))
    showListStart(event)
  }
  return (
    <nav className={styles.pager} aria-label={t('ui.pages')}>
      <Button small icon={<IconChevronLeft size={18} aria-hidden="true" />} disabled={page <= 1} onClick={goTo(page - 1)}>
        {t('ui.previous')}
      </Button>
      <span className="tabular soft small">{t('ui.pageOf', { page, last: last_page, total })}</span>
      <Button small disabled={page >= last_page} onClick={goTo(page + 1)}>
        {t('ui.next')}
        <IconChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  )
}
