import { type ReactNode, useState } from 'react'
import { isRefusal, type Refusal } from '../lib/refusal.ts'
import { ErrorState } from './states.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

/**
 * What a form shows instead of its fields while its call asks for a reason (403 `reason_required`); null otherwise.
 * Once the reason is given, the form is back as it was, to be submitted again.
 */
export function useAskedReason({ refusal, isDirty }: { refusal: Refusal | undefined; isDirty: () => boolean }): ReactNode {
  const [explained, setExplained] = useState<Refusal>()
  if (!isRefusal(refusal, 'reason_required') || refusal === explained) return null
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <ErrorState error={refusal} onRetry={() => setExplained(refusal)} takesFocus />
    </>
  )
}
