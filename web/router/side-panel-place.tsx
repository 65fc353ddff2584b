import { useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { panelIn } from '../lib/panel.ts'
import { useLoginGeneration } from '../lib/query-client.ts'

const SidePanel = lazyPart(() => import('./side-panel.tsx'))

/** What the address opens next to a page of staff. */
export default function SidePanelPlace() {
  const record = useRouterState({ select: ({ location }) => panelIn(location.search) })
  const generation = useLoginGeneration()
  if (!record) return null
  return (
    <Suspense fallback={null}>
      <SidePanel key={generation} record={record} />
    </Suspense>
  )
}
