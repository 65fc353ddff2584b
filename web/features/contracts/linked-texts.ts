import { legalKeys } from '#contract/legal.ts'
import type { PageAddress } from '#contract/pages.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'

/** The keys of contracts with a page of their own that every page links to, in the order of the links. */
export const linkedKeys = ['about', 'terms_conditions', ...legalKeys] as const
/** The key of such a contract. */
export type LinkedKey = (typeof linkedKeys)[number]

/** Whether the contract with this key has a page of its own. */
export const isLinkedKey = (name: string): name is LinkedKey => linkedKeys.some(key => key === name)

const pageOf = (key: LinkedKey) => (key === 'terms_conditions' ? 'terms' : key)

/** What links call the text. */
export const linkOf = (key: LinkedKey): string => t(`frame.${pageOf(key)}`)

/** The page of the text, for visitors. */
export const addressOf = (key: LinkedKey): PageAddress => paths[pageOf(key)]()
