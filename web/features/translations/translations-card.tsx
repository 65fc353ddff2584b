import type { TranslatedSubject } from '#contract/translations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { afterStale, isUntouched, mergeEdits } from '../../lib/after-stale.ts'
import { call, queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { languageName, passageIn } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Card } from '../../ui/card.tsx'
import { TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { fieldLabel, hasSeveralLines } from './field-label.ts'
import styles from './translations.module.css'

interface TranslationsCardProps {
  /** Another id is another version of the same record: typed texts go on to it. Give every record its own `key`. */
  id: string
  /** What else can be done with the texts of a language as they are typed. */
  renderAction?: (written: WrittenTexts) => ReactNode
  /** The address parameter that shows the card (see UnsavedGuard). */
  param?: string
}

/** The texts of one language as they are typed, by field. */
export interface WrittenTexts {
  language: string
  texts: Readonly<Record<string, string>>
}

/** Edits the translations of one record of the organisation, below the form of its originals. */
export function TranslationsCard({ id, ...more }: TranslationsCardProps) {
  const query = useQuery({
    ...queryOptionsOf('GET /api/translations/{id}', { params: { id } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return (
    <Card as="section" label={t('translations.title')}>
      <h2 className={styles.title}>{t('translations.title')}</h2>
      <Loaded query={query} skeleton={<TextSkeleton lines={3} />}>
        {subject => <Languages subject={subject} {...more} />}
      </Loaded>
    </Card>
  )
}

/** One form for each language; those that are not shown keep what was typed. */
function Languages({ subject, ...more }: Omit<TranslationsCardProps, 'id'> & { subject: TranslatedSubject }) {
  const [shown, setShown] = useState(subject.languages[0])
  return (
    <>
      <p className="soft small">{t('translations.lead', { language: languageName(subject.language) })}</p>
      <div role="group" aria-label={t('translations.language')} className={styles.tabs}>
        {subject.languages.map(language => (
          <button key={language} type="button" aria-pressed={language === shown} onClick={() => setShown(language)}>
            {languageName(language)}
            <Open subject={subject} language={language} />
          </button>
        ))}
      </div>
      {subject.languages.map(language => (
        <div key={language} hidden={language !== shown}>
          {subject.in_force.includes(language) ? (
            <InForce subject={subject} language={language} />
          ) : (
            <LanguageForm key={fieldsOf(subject)} subject={subject} language={language} {...more} />
          )}
        </div>
      ))}
    </>
  )
}

/** How many texts are missing or outdated. */
function Open({ subject, language }: { subject: TranslatedSubject; language: string }) {
  const open = subject.texts.filter(({ translations }) => translations[language]?.outdated !== false).length
  return open > 0 && <span className={styles.open}>{t('translations.open', { count: open })}</span>
}

const originalOf = ({ texts }: TranslatedSubject, field: string) => texts.find(text => text.field === field)?.original

/** A form starts again where there are other fields to translate. */
const fieldsOf = ({ texts }: TranslatedSubject): string => texts.map(({ field }) => field).join()

const nameOf = (index: number) => `texts.${index}.text`
/** The stored translations into a language, as the form's values. */
const valuesOf = ({ texts }: TranslatedSubject, language: string): Record<string, string> =>
  Object.fromEntries(texts.map(({ translations }, index) => [nameOf(index), translations[language]?.text ?? '']))

/** Texts that no longer change, as clients read them. */
const InForce = ({ subject, language }: { subject: TranslatedSubject; language: string }) => (
  <div className={styles.state}>
    <p className="soft small">{t('translations.inForce')}</p>
    <dl className={styles.texts}>
      {subject.texts.map(({ field, translations }) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
          {field === 'body' ? (
            <dd>
              <Markdown text={translations[language]?.text ?? ''} language={language} />
            </dd>
          ) : (
            <dd {...passageIn(language)}>{translations[language]?.text}</dd>
          )}
        </div>
      ))}
    </dl>
  </div>
)

interface LanguageFormProps extends Omit<TranslationsCardProps, 'id'> {
  subject: TranslatedSubject
  language: string
}

function LanguageForm({ subject, language, renderAction, param }: LanguageFormProps) {
  const { id, texts } = subject
  const request = { params: { id } }
  const { queryKey } = queryOptionsOf('GET /api/translations/{id}', request)
  /** What the next save is based on. */
  const [base, setBase] = useState(subject)
  const form = useForm<Record<string, string>>({
    initial: valuesOf(subject, language),
    submit: async values => {
      const written = texts.map(({ field }, index) => ({ field, text: values[nameOf(index)] ?? '' }))
      const revision = base.revisions[language]
      const saved = await call('PUT /api/translations/{id}', { ...request, body: { language, texts: written, revision } })
      queryClient.setQueryData(queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/translations') })
      toast(t('translations.saved', { language: languageName(language) }), { type: 'success' })
    },
  })
  // A form that has not been touched follows what was stored; in any other, the save finds out.
  const isOther = subject.id !== base.id
  if (subject !== base && (isOther || isUntouched(form))) {
    const newest = valuesOf(subject, language)
    setBase(subject)
    if (isOther) form.rebase(newest, values => mergeEdits(form.saved, values, newest))
    else form.reset(newest)
  }
  const readNewest = async () => {
    const newest = await call('GET /api/translations/{id}', request)
    queryClient.setQueryData(queryKey, newest)
    setBase(newest)
    return valuesOf(newest, language)
  }
  const typed = Object.fromEntries(texts.map(({ field }, index) => [field, form.values[nameOf(index)] ?? '']))
  return (
    <FormFrame
      form={form}
      {...(param !== undefined && { param })}
      submit={t('translations.save', { language: languageName(language) })}
      stale={afterStale(form, readNewest)}
      actions={renderAction?.({ language, texts: typed })}
    >
      {texts.map(({ field, original, max_length, translations }, index) => {
        const Input = hasSeveralLines(field) ? TextAreaField : TextField
        return (
          <Input
            key={field}
            label={fieldLabel(field)}
            hint={
              <>
                <span lang={subject.language} dir="auto" className={styles.original}>
                  {original}
                </span>
                {(translations[language]?.outdated || originalOf(base, field) !== original) && (
                  <span className={styles.outdated}>{t('translations.outdated')}</span>
                )}
              </>
            }
            {...passageIn(language)}
            {...(field === 'body' && { rows: 16 })}
            autoComplete="off"
            maxLength={max_length}
            {...form.field(nameOf(index))}
          />
        )
      })}
    </FormFrame>
  )
}
