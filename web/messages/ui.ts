import { addMessages } from '../lib/messages.ts'

// Texts of the components in web/ui that the first page does not show. Each of these components imports this file.
addMessages(...Object.values(import.meta.glob<Record<string, string>>('./en/ui/*.json', { eager: true, import: 'default' })))
