import type { AbilityName } from '#contract/abilities.ts'
import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { can, useSession } from '../lib/session.ts'
import { Notice } from './notice.tsx'

/** Names the missing ability on a page that opens without it: pages without `abilities` in contract/pages.ts. */
export function NeedsAbility({ ability, children = null }: { ability: AbilityName; children?: ReactNode }) {
  useSession()
  if (can(ability)) return children
  return <Notice kind="warning">{t('ui.missingAbility', { ability, what: t(`roles.can.${ability}`) })}</Notice>
}
