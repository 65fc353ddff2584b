import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'

const lineLength = 100
const atTheEnd = 'end'

interface ReorderProps {
  entry: WaitingEntry
  onClose: () => void
}

/** Moves an entry within its support type's waiting list, with a reason. */
export function ReorderDialog({ entry, onClose }: ReorderProps) {
  const line = useQuery(
    queryOptionsOf('GET /api/waiting-list', {
      query: { whose: 'everyone', state: 'open', support_type_id: entry.support_type.id, per_page: lineLength, page: 1 },
    }),
  )
  return (
    <Dialog title={t('waitingList.reorderTitle')} onClose={onClose}>
      <p>
        <strong>{entry.user.name}</strong>
        <br />
        <SupportTypeMark name={entry.support_type.name} colour={entry.support_type.colour} />
      </p>
      <Loaded query={line} skeleton={<TextSkeleton lines={3} />}>
        {({ data }) => <ReorderForm entry={entry} line={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function ReorderForm({ entry, line, onClose }: ReorderProps & { line: readonly WaitingEntry[] }) {
  const at = line.findIndex(({ id }) => id === entry.id)
  const others = line.filter(({ id }) => id !== entry.id)
  // Before the next entry is the current position.
  const choices = others.flatMap((other, index) =>
    index === at ? [] : [{ value: other.id, label: t('waitingList.before', { place: index + 1, name: other.user.name }) }],
  )
  if (at !== line.length - 1) choices.push({ value: atTheEnd, label: t('waitingList.last', { place: line.length }) })
  const newest = line[at] ?? entry
  const isOffered = (id: string) => choices.some(({ value }) => value === id)
  const form = useForm({
    initial: { before_id: '', reason: '' },
    check: ({ before_id, reason }) => ({
      ...(!isOffered(before_id) && { before_id: t('waitingList.chooseMissing') }),
      ...(!reason.trim() && { reason: t('waitingList.reasonMissing') }),
    }),
    submit: async ({ before_id, reason }) => {
      try {
        const body = { before_id: before_id === atTheEnd ? null : before_id, reason: reason.trim(), revision: newest.revision }
        const { revision } = await call('POST /api/waiting-list/{id}/reorder', { params: { id: entry.id }, body })
        const back = { before_id: line[at + 1]?.id ?? null, reason: t('waitingList.undoReason'), revision }
        toastWithUndo(t('waitingList.reordered', { name: entry.user.name }), () =>
          call('POST /api/waiting-list/{id}/reorder', { params: { id: entry.id }, body: back }),
        )
        onClose()
      } catch (error) {
        // `invalid`: the entry that should follow has left the list.
        if (isRefusal(error, 'stale') || isRefusal(error, 'waiting_ended') || isRefusal(error, 'invalid'))
          await queryClient.invalidateQueries()
        throw error
      }
    },
  })
  if (line.length < 2) return <p>{t('waitingList.onlyOne')}</p>
  const chosen = form.field('before_id')
  const isGone = chosen.value !== '' && !isOffered(chosen.value)
  return (
    <FormFrame form={form} submit={t('waitingList.reorderDo')} cancel={onClose} cancelLabel={t('ui.goBack')}>
      <p className="soft">{t('waitingList.reorderText')}</p>
      <SelectField
        label={t('waitingList.newPlace')}
        placeholder={t('waitingList.choose')}
        options={choices}
        {...chosen}
        {...(isGone && { value: '', error: t('waitingList.positionGone') })}
      />
      <TextAreaField label={t('waitingList.reason')} hint={t('waitingList.reasonHint')} maxLength={500} {...form.field('reason')} />
    </FormFrame>
  )
}
