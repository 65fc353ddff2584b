import { addMessages } from '../lib/messages.ts'

// Loaded with the staff frames.
addMessages(...Object.values(import.meta.glob<Record<string, string>>('./en/staff/*.json', { eager: true, import: 'default' })))
