import { t } from '../../lib/messages.ts'

/** The sections of the settings page, in its order. */
export const sectionNames = [
  'organisation',
  'branding',
  'embed',
  'people',
  'booking',
  'missed',
  'reminding',
  'waiting',
  'scores',
  'texts',
  'records',
  'keeping',
  'zoneData',
] as const
export type SectionName = (typeof sectionNames)[number]

export const titleOf = (name: SectionName): string => t(`settings.${name}`)
export const anchorOf = (name: SectionName): string => `settings-${name}`
