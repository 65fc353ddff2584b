import { addMessages } from '../lib/messages.ts'

// Loaded with the pages under /my.
addMessages(...Object.values(import.meta.glob<Record<string, string>>('./en/my/*.json', { eager: true, import: 'default' })))
