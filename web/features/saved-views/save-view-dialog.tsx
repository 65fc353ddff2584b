import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { maxNameLength, maxViews, type SavedView } from './saved-views.ts'

interface SaveViewProps {
  views: readonly SavedView[]
  onSave: (name: string) => void
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
    submit: async ({ name }) => onSave(name.trim()),
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
