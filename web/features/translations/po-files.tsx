import type { TranslationImport } from '#contract/translations.ts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal, sentenceOf } from '../../lib/refusal.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { ImportPreview } from './import-preview.tsx'
import styles from './translations.module.css'

/** Downloads the texts of a language as a PO file, and takes one over after a preview. */
export function PoFiles({ language }: { language: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ file: File; preview: TranslationImport }>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work()
      .catch(error => setProblem(sentenceOf(error)))
      .finally(() => setBusy(false))
  }
  const choose = (file: File) =>
    run(async () => {
      setChosen(undefined)
      setChosen({ file, preview: await sendFile(file, language) })
    })
  const apply = ({ file, preview: { digest } }: { file: File; preview: TranslationImport }) =>
    run(async () => {
      const { changes } = await sendFile(file, language, { apply: 'true', digest }).catch(async error => {
        if (isRefusal(error, 'stale')) setChosen({ file, preview: await sendFile(file, language) })
        throw error
      })
      setChosen(undefined)
      toast(t('translations.imported', { count: changes.length }), { type: 'success' })
      await queryClient.invalidateQueries()
    })
  const download = () =>
    call('GET /api/translations/po', { query: { language } })
      .then(file => saveFile(file, `translations-${language}.po`))
      .catch(toastError)

  return (
    <>
      <div className={styles.actions}>
        <Button icon={<IconDownload size={20} aria-hidden="true" />} onClick={() => void download()}>
          {t('translations.export')}
          <span className="visually-hidden">: {languageName(language)}</span>
        </Button>
        <Button busy={busy && !chosen} icon={<IconUpload size={20} aria-hidden="true" />} onClick={() => input.current?.click()}>
          {t('translations.import')}
          <span className="visually-hidden">: {languageName(language)}</span>
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".po,text/x-gettext-translation"
        hidden
        aria-label={`${t('translations.import')}: ${languageName(language)}`}
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
      {problem && (
        <Notice kind="error" alert>
          <p>{problem}</p>
        </Notice>
      )}
      {chosen && (
        <ImportPreview
          {...{ language, busy }}
          preview={chosen.preview}
          onApply={() => void apply(chosen)}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

function sendFile(file: File, language: string, how: { apply?: 'true'; digest?: string } = {}) {
  const form = new FormData()
  form.append('file', file)
  return call('POST /api/translations/po', { query: { language, ...how }, form })
}
