import { maxNameLength, maxViews } from '#contract/saved-view-limits.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'

interface SaveViewProps {
  views: readonly SavedView[]
  onSave: (name: string) => Promise<void>
  onClose: () => void
}

/** Asks for the name of a view. */
export function SaveViewDialog({ views, onSave, onClose }: SaveViewProps) {
  const isKnown = (name: string) => views.some(view => view.name === name)
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => {
      if (!name.trim()) return { name: t('savedViews.nameMissing') }
      return views.length >= maxViews && !isKnown(name.trim()) ? { name: t('savedViews.full', { count: maxViews }) } : {}
    },
    submit: ({ name }) => onSave(name.trim()),
    at: { too_many_saved_views: 'name' },
  })
  const replaces = isKnown(form.values.name.trim())
  return (
    <Dialog title={t('savedViews.saveTitle')} onClose={onClose}>
      <FormFrame form={form} submit={t(replaces ? 'savedViews.replace' : 'savedViews.saveSubmit')} cancel={onClose} takesFocus>
        <TextField label={t('savedViews.name')} hint={t('savedViews.hint')} maxLength={maxNameLength} {...form.field('name')} />
      </FormFrame>
    </Dialog>
  )
}
