import { Suspense, lazy } from 'react'
import styles from './markdown.module.css'
import { TextSkeleton } from './skeletons.tsx'

const ReactMarkdown = lazy(() => import('react-markdown'))

// A page has one h1 and the text's own title is its h2: headings inside start below them.
const below = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' } as const

// Nothing is fetched from elsewhere, and the Content-Security-Policy would refuse it: a picture is what it is called.
const img = ({ alt }: { alt?: string | undefined }) => <>{alt}</>

/** A text written in Markdown; its reader is fetched when it is needed. Raw HTML in it stays text, links lead only where http, https and mail lead, pictures are left out. */
export function Markdown({ text, under = 2 }: { text: string; under?: 1 | 2 }) {
  const components = { ...(under === 2 ? below : ({ h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4' } as const)), img }
  return (
    <div className={styles.markdown}>
      <Suspense fallback={<TextSkeleton lines={8} />}>
        <ReactMarkdown components={components}>{text}</ReactMarkdown>
      </Suspense>
    </div>
  )
}
