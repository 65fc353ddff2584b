/** The icons that a provider's button may have. */
export const providerIcons = ['key', 'building', 'school', 'google', 'microsoft'] as const
export type ProviderIcon = (typeof providerIcons)[number]
