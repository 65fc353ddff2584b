import { Suspense, lazy } from 'react'
import { passageIn } from '../lib/language-name.ts'
import styles from './markdown.module.css'
import { TextSkeleton } from './skeletons.tsx'

const ReactMarkdown = lazy(() => import('react-markdown'))

// The page has the h1 and the text's title is an h2: headings in the text start at h3.
const below = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' } as const

// The Content-Security-Policy refuses remote images: the alternative text replaces them.
const img = ({ alt }: { alt?: string | undefined }) => <>{alt}</>

/**
 * Renders Markdown; the parser loads on demand. Raw HTML stays text, links are http, https or mailto,
 * images are omitted.
 */
export function Markdown({ text, under = 2, language }: { text: string; under?: 1 | 2; language?: string }) {
  const components = { ...(under === 2 ? below : ({ h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4' } as const)), img }
  return (
    <div className={styles.markdown} {...(language === undefined ? { dir: 'auto' } : passageIn(language))}>
      <Suspense fallback={<TextSkeleton lines={8} />}>
        <ReactMarkdown components={components}>{text}</ReactMarkdown>
      </Suspense>
    </div>
  )
}
