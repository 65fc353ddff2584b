import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { afterStale, mergeEdits } from '../../lib/after-stale.ts'
import { call, queryKeyOf, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ContractForm } from './contract-form.tsx'
import { bodyOf, checkContract, valuesOf, type ContractValues } from './contract-values.ts'
import { DiscardDraft } from './discard-draft.tsx'
import type { ShownTranslations } from './publish-dialog.tsx'
import { TranslateContract } from './translate-contract.tsx'

type Opened = ResponseBody<'GET /api/legally-binding-contract/{id}/edit'>

/**
 * Edits the draft of a contract, or starts its next version. The version in force stays until one is published.
 */
export function EditContract({ opened }: { opened: Opened }) {
  const navigate = useNavigate()
  const intent = useRef<{ publish: boolean; translations?: ShownTranslations | undefined }>({ publish: false })
  const [base, setBase] = useState(opened.contract)
  // A save during a reload waits and is based on the reloaded version.
  const reading = useRef<Promise<Opened['contract']>>(undefined)
  const { id, version: current, published_at, withdrawn_at, draft_version } = base
  const version = draft_version ?? current + 1

  const form = useForm<ContractValues>({
    initial: valuesOf(base),
    check: checkContract,
    at: { key_taken: 'key' },
    submit: async values => {
      const newest = await reading.current
      const { revision } = newest ?? base
      const kept = newest ? mergeEdits(valuesOf(base), values, valuesOf(newest)) : values
      const body = { ...bodyOf(kept), ...intent.current, revision }
      const saved = await call('PUT /api/legally-binding-contract/{id}', { params: { id }, body })
      toast(savedMessage(base, saved), { type: saved.revision === base.revision ? 'default' : 'success' })
      setBase(saved)
      // The translations of changed texts are outdated.
      void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/translations/{id}') })
      if (body.publish) await navigate({ href: paths.contract(id) })
    },
  })
  const isUnchanged = published_at !== null && isSameText(form.values, base)

  const readNewest = () => {
    // A refusal can be about them alone.
    void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/translations/{id}') })
    reading.current = call('GET /api/legally-binding-contract/{id}/edit', { params: { id } })
      .then(({ contract }) => {
        setBase(contract)
        return contract
      })
      .finally(() => (reading.current = undefined))
    return reading.current
  }
  const goOn = () => afterStale(form, async () => valuesOf(await readNewest()))

  return (
    <>
      {published_at !== null && (
        <Notice>
          <p>
            {withdrawn_at
              ? t('contractForm.editingWithdrawn', { version, current })
              : t(draft_version === null ? 'contractForm.editingNext' : 'contractForm.editingDraft', { version, current })}
          </p>
        </Notice>
      )}
      <ContractForm
        form={form}
        keyFixed={opened.key_fixed || published_at !== null}
        version={version}
        hasText={!isUnchanged}
        reach={opened.reach}
        translatedId={base.versions.find(({ published_at: at }) => at === null)?.version_id ?? (withdrawn_at ? undefined : base.version_id)}
        refused={form.refusal?.code === 'stale' && <StaleNotice onKeep={() => goOn().onKeep()} onTake={() => goOn().onTake()} />}
        onIntent={(publish, translations) => (intent.current = { publish, translations })}
        saveLabel={isUnchanged && draft_version === null ? t('contractForm.save') : t('contractForm.saveDraftOf', { version })}
      >
        {(published_at === null || draft_version !== null) && (
          <DiscardDraft
            contract={base}
            onDiscarded={saved => {
              form.reset(valuesOf(saved))
              if (published_at === null) void navigate({ href: paths.contracts() })
              else setBase(saved)
            }}
          />
        )}
        <ButtonLink to={paths.contract(id)}>{t('contractForm.back')}</ButtonLink>
      </ContractForm>
      <TranslateContract contract={base} />
    </>
  )
}

/** Whether the form has the text in force: nothing to publish. */
const isSameText = ({ title, body, language }: ContractValues, inForce: Opened['contract']) =>
  title.trim() === inForce.title && body.trim() === inForce.body.trim() && language === inForce.language

/** Toast text after a save. */
function savedMessage(before: Opened['contract'], saved: Opened['contract']): string {
  if (saved.revision === before.revision) return t('contractForm.nothingChanged')
  if (saved.version_id !== before.version_id || (before.published_at === null && saved.published_at !== null))
    return t('contractForm.published', { version: saved.version })
  return t(saved.draft_version === null ? 'contractForm.saved' : 'contractForm.draftSaved')
}
