import { sentenceOf } from '../lib/refusal.ts'
import { Notice } from './notice.tsx'

/** Why the preview could not be read. */
export function PreviewError({ error }: { error: Error | null }) {
  return (
    error && (
      <Notice kind="warning">
        <p>{sentenceOf(error)}</p>
      </Notice>
    )
  )
}
