import { dateWords, region, t } from './messages.ts'

// The "and" of another language is left out.
const list = new Intl.ListFormat(region, { type: dateWords ? 'unit' : 'conjunction' })
const plainList = new Intl.ListFormat(region, { type: 'unit', style: 'short' })

/** In the language’s quotation marks. */
export const quote = (text: string): string => t('app.quoted', { text })

/** "Anna, Ben and Carla" */
export const formatList = (items: readonly string[]): string => list.format(items)

/** "Anna, Ben, Carla": without a word before the last. */
export const formatPlainList = (items: readonly string[]): string => plainList.format(items)

const plain = new Intl.NumberFormat(region)

/** "1,188" */
export const formatNumber = (value: number): string => plain.format(value)

const rounded = new Intl.NumberFormat(region, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** "4.5": one decimal place, as the region writes it. */
export const formatTenths = (value: number): string => rounded.format(value)
