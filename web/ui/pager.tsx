import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../lib/messages.ts'
import { useSearchParams } from '../lib/search-params.ts'
import { Button } from './button.tsx'
import styles from './pager.module.css'

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
  const go = (to: number) => setParams(pageParam(to))
  return (
    <nav className={styles.pager} aria-label={t('ui.pages')}>
      <Button small icon={<IconChevronLeft size={18} aria-hidden="true" />} disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('ui.previous')}
      </Button>
      <span className="tabular soft small">{t('ui.pageOf', { page, last: last_page, total })}</span>
      <Button small disabled={page >= last_page} onClick={() => go(page + 1)}>
        {t('ui.next')}
        <IconChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  )
}
