import type { PageAddress } from '#contract/pages.ts'
import { IconBookmark, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSession } from '../../lib/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { type SavedView, useSavedViews, type ViewedList, withView } from './saved-views.ts'
import styles from './saved-views.module.css'

interface SavedViewsBarProps {
  list: ViewedList
  /** The address of the list with these filters. */
  pathOf: (params: SavedView['params']) => PageAddress
  /** The parameters that are filters. */
  names: readonly string[]
}

/** The person's saved filters of a list: opens them, saves the current ones and deletes. */
export function SavedViewsBar({ list, pathOf, names }: SavedViewsBarProps) {
  const session = useSession()
  const [params] = useSearchParams()
  const { views, store } = useSavedViews(session?.user.id ?? '', list)
  const [saving, setSaving] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const all: Readonly<Record<string, string | undefined>> = params
  const current = Object.fromEntries(names.flatMap(name => (all[name] ? [[name, all[name]]] : [])))
  const isCurrent = (view: SavedView) =>
    names.every(name => (view.params[name] ?? '') === (current[name] ?? '')) && Object.keys(current).length > 0
  const canSave = Object.keys(current).length > 0 && !views.some(isCurrent)
  if (views.length === 0 && !canSave) return null
  const remove = (view: SavedView) => {
    store(views.filter(({ name }) => name !== view.name))
    toast(t('savedViews.deleted', { name: view.name }), {
      type: 'success',
      action: { label: t('ui.undo'), run: () => store(withView(views, view)) },
    })
    bar.current?.focus()
  }
  return (
    <nav ref={bar} tabIndex={-1} className={`${styles.bar} no-print`} aria-label={t('savedViews.title')}>
      {views.map(view => (
        <span key={view.name} className={styles.view}>
          <Link to={pathOf(view.params)} current="view">
            {view.name}
          </Link>
          <IconButton label={t('savedViews.delete', { name: view.name })} onClick={() => remove(view)}>
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
          onSave={name => {
            store(withView(views, { name, params: current }))
            setSaving(false)
            setTimeout(() => bar.current?.focus())
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </nav>
  )
}
