import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-json'
import { messageExtractor } from './web/message-extractor.ts'
import { defaultLanguage } from './contract/languages.ts'

export default defineConfig({
  sourceLocale: defaultLanguage,
  // Others are compared with it by tools/check-languages.mjs.
  locales: [defaultLanguage],
  catalogs: [{ path: '<rootDir>/web/messages/{locale}', include: ['<rootDir>/web'] }],
  format: formatter({ style: 'minimal' }),
  orderBy: 'messageId',
  extractors: [messageExtractor],
})
