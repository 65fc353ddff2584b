import type { PageAddress } from '#contract/pages.ts'
import { type ViewedList, viewParams } from '#contract/saved-view-limits.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { session } from '../../lib/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { deleteView, savedViewsQuery, saveView, viewsOf } from './saved-views.ts'
import styles from './saved-views.module.css'

interface SavedViewsBarProps {
  list: ViewedList
  /** The address of the list with these filters. */
  pathOf: (params: SavedView['params']) => PageAddress
}

/** The person's saved filters of a list: opens them, saves the current ones and deletes. */
export function SavedViewsBar({ list, pathOf }: SavedViewsBarProps) {
  const names: readonly (keyof SavedView['params'])[] = viewParams[list]
  const query = useQuery(savedViewsQuery)
  const [params] = useSearchParams()
  const [saving, setSaving] = useState(false)
  const bar = useRef<HTMLElement>(null)
  if (!query.data) return query.isError && <LoadError error={query.error} onRetry={() => void query.refetch()} />
  const views = viewsOf(query.data.data, list)
  const all: Readonly<Record<string, string | undefined>> = params
  const current = Object.fromEntries(names.flatMap(name => (all[name] ? [[name, all[name]]] : [])))
  const isCurrent = (view: SavedView) =>
    names.every(name => (view.params[name] ?? '') === (current[name] ?? '')) && Object.keys(current).length > 0
  const canSave = Object.keys(current).length > 0 && !views.some(isCurrent)
  if (views.length === 0 && !canSave) return null
  const remove = async (view: SavedView) => {
    try {
      await removeWithUndo(view)
      bar.current?.focus()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <nav ref={bar} tabIndex={-1} className={`${styles.bar} no-print`} aria-label={t('savedViews.title')}>
      {views.map(view => (
        <span key={view.id} className={styles.view}>
          <Link to={pathOf(view.params)} current="view">
            {view.name}
          </Link>
          <IconButton label={t('savedViews.delete', { name: view.name })} onClick={() => void remove(view)}>
            <IconX size={16} aria-hidden="true" />
          </IconButton>
        </span>
      ))}
      {canSave && (
        <Button small kind="plain" icon={<IconBookmark size={18} aria-hidden="true" />} onClick={() => setSaving(true)}>
          {t('savedViews.save')}
        </Button>
      )}
      {saving && (
        <SaveViewDialog
          views={views}
          onSave={async name => {
            await saveView({ list, name, params: current })
            setSaving(false)
            setTimeout(() => bar.current?.focus())
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </nav>
  )
}

/** Deletes a view, with Undo for as long as its owner is logged in. */
async function removeWithUndo(view: SavedView): Promise<void> {
  const owner = session()?.user.id
  await deleteView(view)
  const undo = () => void (session()?.user.id === owner && saveView(view).catch(toastError))
  toast(t('savedViews.deleted', { name: view.name }), { type: 'success', action: { label: t('ui.undo'), run: undo } })
}

function LoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice kind="error" alert>
      <p>{sentenceOf(error)}</p>
      <Button small onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </Notice>
  )
}
