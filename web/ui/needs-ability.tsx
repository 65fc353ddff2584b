import type { AbilityName } from '#contract/abilities.ts'
import type { ReactNode } from 'react'
import { t } from '../lib/messages.ts'
import { can, useSession } from '../lib/session.ts'
import { Notice } from './notice.tsx'

/** Pages without a route guard say in place which ability is missing (product rules §4). */
export function NeedsAbility({ ability, children = null }: { ability: AbilityName; children?: ReactNode }) {
  useSession()
  if (can(ability)) return children
  return <Notice kind="warning">{t('ui.missingAbility', { ability })}</Notice>
}
