import { legalKeys } from '#contract/legal.ts'
import type { PageAddress } from '#contract/pages.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'

/** The keys of contracts with a page of their own that every page links to, in the order of the links. */
export const linkedKeys = ['about', 'terms_conditions', ...legalKeys] as const
export type LinkedKey = (typeof linkedKeys)[number]

export const isLinkedKey = (name: string): name is LinkedKey => linkedKeys.some(key => key === name)

const pageOf = (key: LinkedKey) => (key === 'terms_conditions' ? 'terms' : key)

/** What links call the text. */
export const linkOf = (key: LinkedKey): string => t(`frame.${pageOf(key)}`)

export const addressOf = (key: LinkedKey): PageAddress => paths[pageOf(key)]()
