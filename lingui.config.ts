import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-json'
import { messageExtractor } from './web/message-extractor.ts'
import { defaultLanguage, writtenLanguages } from './contract/languages.ts'

export default defineConfig({
  sourceLocale: defaultLanguage,
  locales: writtenLanguages,
  catalogs: [{ path: '<rootDir>/web/messages/{locale}', include: ['<rootDir>/web'] }],
  format: formatter({ style: 'minimal' }),
  orderBy: 'messageId',
  extractors: [messageExtractor],
})
