import type { FullContract } from '#contract/contracts.ts'
import { useState } from 'react'
import { call, queryKeyOf } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { TranslationsCard, type WrittenTexts } from '../translations/translations-card.tsx'

/** Translates the draft, or where there is none the version in force, whose translations are put in force one by one. */
export function TranslateContract({ contract }: { contract: FullContract }) {
  const draft = contract.versions.find(({ published_at }) => published_at === null)
  const { version_id, withdrawn_at } = contract
  if (!draft && withdrawn_at !== null) return null
  // One card for both: what is typed stays when the first draft is saved.
  return (
    <TranslationsCard
      key={contract.id}
      id={draft?.version_id ?? version_id}
      param="view"
      {...(!draft && { renderAction: written => <PutInForce key={written.language} contract={contract} written={written} /> })}
    />
  )
}

function PutInForce({ contract: { id, version_id }, written: { language, texts } }: { contract: FullContract; written: WrittenTexts }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { title = '', body = '' } = texts
  const named = { language: languageName(language) }
  const publish = async () => {
    setBusy(true)
    try {
      const text = { version_id, language, title, body }
      await call('POST /api/legally-binding-contract/{id}/translations', { params: { id }, body: text })
      toast(t('translations.published', named), { type: 'success' })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
      setAsking(false)
      const changed = [
        queryKeyOf('GET /api/translations/{id}'),
        queryKeyOf('GET /api/translations'),
        queryKeyOf('GET /api/legally-binding-contract/{id}/edit'),
      ]
      await Promise.all(changed.map(queryKey => queryClient.invalidateQueries({ queryKey })))
    }
  }
  return (
    <>
      <Button disabled={!title.trim() || !body.trim()} onClick={() => setAsking(true)}>
        {t('translations.publish', named)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('translations.publishTitle', named)}
          confirm={t('translations.publish', named)}
          busy={busy}
          onConfirm={() => void publish()}
          onClose={() => setAsking(false)}
        >
          <p>{t('translations.publishText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
