import { contentLanguages } from '#contract/languages.ts'
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { useForm } from '../../lib/form.ts'
import { languageName, passageIn } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import styles from './contract-form.module.css'
import { checkContract, type ContractValues } from './contract-values.ts'
import { LegalNote } from './legal-note.tsx'
import { PublishDialog, type Reach, type ShownTranslations } from './publish-dialog.tsx'

/** The form's state, which its page holds, because saving and publishing use it too. */
export type ContractFormState = ReturnType<typeof useForm<ContractValues>>

interface ContractFormProps {
  form: ContractFormState
  /** The key cannot change after the first publication. */
  keyFixed: boolean
  /** The number of the next published version. */
  version: number
  /** Whether the form's text differs from the version in force, so that it can be published. */
  hasText: boolean
  reach: Reach | null
  /** Whose translations go in force with what is published: the draft, or the version in force that is changed. */
  translatedId?: string | undefined
  /** Notice of a refusal that concerns the whole form. */
  refused?: ReactNode
  /** Called before the form is sent, with whether to publish, and with which translations. */
  onIntent: (publish: boolean, translations?: ShownTranslations) => void
  saveLabel: string
  /** Further buttons. */
  children?: ReactNode
}

/** Contract form with a preview. Publishing shows the consequences and asks first. */
export function ContractForm({
  form,
  keyFixed,
  version,
  hasText,
  reach,
  translatedId,
  refused,
  onIntent,
  saveLabel,
  children,
}: ContractFormProps) {
  const [asking, setAsking] = useState(false)
  const element = useRef<HTMLFormElement | null>(null)
  const { values } = form

  const publish = (event: MouseEvent<HTMLButtonElement>) => {
    element.current = event.currentTarget.form
    if (Object.values(checkContract(values)).some(Boolean)) element.current?.requestSubmit()
    else setAsking(true)
  }
  const confirm = (translations: ShownTranslations) => {
    setAsking(false)
    onIntent(true, translations)
    element.current?.requestSubmit()
  }

  return (
    <Form form={{ ...form, problem: refused ? undefined : form.problem }} asks param="view">
      {refused}
      <LegalNote contractKey={values.key.trim()} />
      <div className={styles.short}>
        <TextField label={t('contractForm.title')} maxLength={200} autoComplete="off" {...form.field('title')} />
        <TextField
          label={t('contractForm.key')}
          hint={t(keyFixed ? 'contractForm.keyFixed' : 'contractForm.keyHint')}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={keyFixed}
          {...form.field('key')}
        />
        <SelectField
          label={t('contractForm.required')}
          hint={t('contractForm.requiredHint')}
          options={[
            { value: '', label: t('contractForm.nothing') },
            { value: 'registration', label: t('contractForm.registration') },
            { value: 'booking', label: t('contractForm.booking') },
          ]}
          {...form.field('required_for')}
          onChange={value => form.set({ required_for: value as ContractValues['required_for'] })}
        />
        <SelectField
          label={t('contractForm.language')}
          hint={t('contractForm.languageHint')}
          options={contentLanguages.map(code => ({ value: code, label: languageName(code) }))}
          {...form.field('language')}
        />
      </div>
      <div className={styles.writing}>
        <TextAreaField
          label={t('contractForm.body')}
          hint={t('contractForm.bodyHint')}
          rows={18}
          maxLength={100_000}
          {...passageIn(values.language)}
          {...form.field('body')}
        />
        <section aria-labelledby="preview" className={styles.preview}>
          <h2 id="preview">{t('contractForm.preview')}</h2>
          {values.body.trim() ? (
            <Markdown text={values.body} language={values.language} />
          ) : (
            <p className="soft">{t('contractForm.previewEmpty')}</p>
          )}
        </section>
      </div>
      <FormActions>
        <Button type="submit" busy={form.busy} kind={hasText ? 'quiet' : 'primary'} onClick={() => onIntent(false)}>
          {saveLabel}
        </Button>
        {hasText && (
          <Button kind="primary" busy={form.busy} onClick={publish}>
            {t('contractForm.publish', { version })}
          </Button>
        )}
        {children}
      </FormActions>
      {asking && (
        <PublishDialog
          version={version}
          requiredFor={values.required_for || null}
          reach={reach}
          translated={translatedId === undefined ? undefined : { ...values, id: translatedId }}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  )
}
