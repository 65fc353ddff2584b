/**
 * The keys of contracts with a page of their own, of the same name in contract/pages.ts, in the order of the links.
 * The page exists once a version is in force.
 */
export const legalKeys = ['privacy', 'accessibility', 'imprint'] as const
export type LegalKey = (typeof legalKeys)[number]

export const isLegalKey = (name: string): name is LegalKey => legalKeys.some(key => key === name)
