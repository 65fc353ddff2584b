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
/** A section of the settings page. */
export type SectionName = (typeof sectionNames)[number]

/** The section's heading. */
export const titleOf = (name: SectionName): string => t(`settings.${name}`)
/** The id of the section's heading, for links to it. */
export const anchorOf = (name: SectionName): string => `settings-${name}`
