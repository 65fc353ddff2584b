import { languages } from '#contract/languages.ts'
import type { Wording } from '#contract/wordings.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { PlaceholderList } from './placeholder-list.tsx'
import styles from './wordings.module.css'
import { WordingPreview } from './wording-preview.tsx'

type Words = Pick<Wording, 'subject' | 'body' | 'sms'>
const wordsOf = ({ subject, body, sms }: Words): Words => ({ subject, body, sms })

/** The address parameters that choose the message and the language. */
const shownBy = ['view', 'words', 'language']

/** Edits the text of one message, with a preview. */
export function WordingEditor({ wording }: { wording: Wording }) {
  const { name, language, places } = wording
  const written = { lang: language, dir: languages[language].direction }
  const [base, setBase] = useState(wording)
  const form = useForm<Words>({
    initial: wordsOf(wording),
    check: values =>
      Object.fromEntries(Object.entries(values).flatMap(([field, value]) => (value.trim() === '' ? [[field, t('wordings.missing')]] : []))),
    submit: async values => {
      const saved = await call('PUT /api/wordings/{name}', { params: { name }, body: { ...values, language, revision: base.revision } })
      setBase(saved)
      toast(t('wordings.saved'), { type: 'success' })
      await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/wordings') })
    },
  })
  const newest = async () => {
    const found = (await call('GET /api/wordings', { query: { language } })).data.find(other => other.name === name) ?? base
    setBase(found)
    return found
  }
  const { standard } = base
  return (
    <div className={styles.editor}>
      <FormFrame
        form={form}
        param={shownBy}
        submit={t('wordings.save')}
        actions={standard && <Button onClick={() => form.set(wordsOf(standard))}>{t('wordings.toStandard')}</Button>}
        stale={afterStale(form, async () => wordsOf(await newest()))}
      >
        <TextField label={t('wordings.subject')} hint={t('wordings.subjectHint')} maxLength={150} {...written} {...form.field('subject')} />
        <TextAreaField
          label={t('wordings.body')}
          hint={t('wordings.bodyHint', { place: '{reason}' })}
          rows={8}
          maxLength={2000}
          {...written}
          {...form.field('body')}
        />
        <TextAreaField
          label={t('wordings.sms')}
          hint={t('wordings.smsHint')}
          rows={3}
          maxLength={300}
          {...written}
          {...form.field('sms')}
        />
        <PlaceholderList places={places} />
      </FormFrame>
      <WordingPreview name={name} language={language} wording={form.values} />
    </div>
  )
}
