import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { languages } from '#contract/languages.ts'
import type { Wording } from '#contract/wordings.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import styles from './wordings.module.css'

interface PreviewProps {
  name: string
  language: Wording['language']
  wording: Pick<Wording, 'subject' | 'body' | 'sms'>
}

/** Preview of the message with example data, as plain text. It follows the input. */
export function WordingPreview({ name, language, wording }: PreviewProps) {
  const [typed] = useDebouncedValue(wording, 400)
  const query = useQuery({
    queryKey: ['wording preview', name, language, typed],
    queryFn: () => call('POST /api/wordings/{name}/preview', { params: { name }, body: { ...typed, language } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  const { data } = query
  const written = { lang: language, dir: languages[language].direction }
  return (
    <section aria-labelledby="preview" className={styles.preview} aria-busy={query.isFetching}>
      <h2 id="preview">{t('wordings.preview')}</h2>
      <p className="soft small" role="status">
        {query.isError ? t('wordings.previewNot', { why: sentenceOf(query.error) }) : t('wordings.previewText')}
      </p>
      {data && (
        <>
          <article className={styles.letter} aria-label={t('wordings.asLetter')} {...written}>
            <h3>{data.subject}</h3>
            <pre dir="auto">{data.text}</pre>
          </article>
          <article className={styles.text} aria-label={t('wordings.asText')} {...written}>
            <p>{data.sms}</p>
          </article>
          <p className="soft small">{t('wordings.segments', { count: data.segments })}</p>
        </>
      )}
    </section>
  )
}
