import { addMessages } from '../lib/messages.ts'

// Only administrators and mentors pay for these: their frames import this file.
addMessages(...Object.values(import.meta.glob<Record<string, string>>('./en/staff/*.json', { eager: true, import: 'default' })))
