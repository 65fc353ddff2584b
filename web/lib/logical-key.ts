import { direction } from './messages.ts'

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * The key that does the same where one reads from left to right: ArrowRight goes on along the line. In a language
 * read from right to left, ArrowLeft does.
 */
export const logicalKey = (key: string, of = direction): string => (of === 'rtl' ? (mirrored[key] ?? key) : key)
