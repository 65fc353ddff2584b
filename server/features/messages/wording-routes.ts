import type { WordingName } from '#contract/message-kinds.ts'
import { wordingCalls } from '#contract/wordings.ts'
import { countSegments } from '#domain/messages/segments.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import { letters } from './letters/en.ts'
import { exampleContent } from './letters/make-examples.ts'
import { checkPlaceholders } from './letters/check-placeholders.ts'
import { composeLetter } from './letters/write-letter.ts'
import { changeWording } from './wording-commands.ts'
import { isWordingName, listWordings, paragraphsOf, readSender } from './wording-queries.ts'

const known = { exists: async ({ params }: { params: { name: string } }) => isWordingName(params.name) }

/** Registers the calls on the wording of messages. */
export function registerWordings(app: App): void {
  handle(app, wordingCalls, 'GET /api/wordings', async ({ scope, platform: { db } }) => ({ data: await listWordings(db, scope) }))

  handle(
    app,
    wordingCalls,
    'PUT /api/wordings/{name}',
    async ({ scope, params, body, platform: { db } }) => changeWording(db, scope, params.name as WordingName, body),
    known,
  )

  handle(
    app,
    wordingCalls,
    'POST /api/wordings/{name}/preview',
    async ({ scope, params, body, platform: { db } }) => {
      const name = params.name as WordingName
      const errors = checkPlaceholders(name, body)
      if (errors) return refuse('invalid', { errors })
      const sender = await readSender(db, scope)
      const words = { ...letters[name], subject: body.subject, lead: paragraphsOf(body.body.replaceAll(/\r\n?/g, '\n')), sms: body.sms }
      const { subject, text, html, sms } = composeLetter(words, exampleContent(name, sender), sender)
      return { subject, text, html, sms, segments: countSegments(sms).count }
    },
    known,
  )
}
