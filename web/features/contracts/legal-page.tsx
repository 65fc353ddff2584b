import type { LegalKey } from '#contract/legal.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Page } from '../../ui/page.tsx'
import { PublishedText } from './published-text.tsx'

/** The page of a legal text in force; `missing` where there is none. */
export function LegalPage({ name, missing }: { name: LegalKey; missing: ReactNode }) {
  const site = useSite()
  if (site && !site.legal.includes(name)) return missing
  return (
    <Page title={t(`frame.${name}`)} width="reading">
      <PublishedText contractKey={name} withVersion />
    </Page>
  )
}
