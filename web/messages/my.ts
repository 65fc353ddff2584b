import { addMessages } from '../lib/messages.ts'

// Only people who are logged in and look at their own things pay for these: the pages under /my import this file.
addMessages(...Object.values(import.meta.glob<Record<string, string>>('./en/my/*.json', { eager: true, import: 'default' })))
