import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

/** Compiles the ICU messages of messages/<language>/**.json while bundling, so that no parser travels to the browser. */
export function compiledMessages(): Plugin {
  return {
    name: 'openhour:messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/messages\/[a-z-]+\/.*\.json$/.test(id.replaceAll('\\', '/'))) return
      const messages = JSON.parse(code) as Record<string, string>
      const compiled = Object.entries(messages).map(([key, message]) => [key, compileMessageOrThrow(message)])
      return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
    },
  }
}
