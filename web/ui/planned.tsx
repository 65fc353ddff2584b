import { IconSeedling } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { EmptyState } from './states.tsx'
import { Page } from './page.tsx'

interface PlannedProps {
  title: string
  /** What this page will do, in a sentence or two. */
  will: string
  /** What else to know, such as a missing ability. */
  notice?: ReactNode
  /** What can be done meanwhile: links that work. */
  meanwhile: ReactNode
}

/** A page that a later release fills: says plainly what it will be, and leads onward. */
export function Planned({ title, will, notice, meanwhile }: PlannedProps) {
  return (
    <Page title={title}>
      {notice}
      <EmptyState title={t('ui.plannedTitle')} icon={<IconSeedling size={26} stroke={1.6} aria-hidden="true" />} action={meanwhile}>
        <p>{will}</p>
      </EmptyState>
    </Page>
  )
}
