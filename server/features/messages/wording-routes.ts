import type { LetterName } from '#contract/message-kinds.ts'
import { wordingCalls } from '#contract/wordings.ts'
import { countSegments } from '#domain/messages/segments.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse } from '../../platform/refusal.ts'
import { exampleContent } from './letters/make-examples.ts'
import { checkPlaceholders } from './letters/check-placeholders.ts'
import { isWrittenIn, standardTexts } from './letters/read-letter-texts.ts'
import { composeLetter } from './letters/write-letter.ts'
import { changeWording } from './wording-commands.ts'
import { isLetterName, listWordings, readSender } from './wording-queries.ts'

const known = { exists: async ({ params }: { params: { name: string } }) => isLetterName(params.name) }

/** Registers the calls on the wording of messages. */
export function registerWordings(app: App): void {
  handle(app, wordingCalls, 'GET /api/wordings', async ({ scope, query, platform: { db } }) => ({
    data: await listWordings(db, scope, query.language),
  }))

  handle(
    app,
    wordingCalls,
    'PUT /api/wordings/{name}',
    async ({ scope, params, body, platform: { db } }) => {
      const name = params.name as LetterName
      const { language = (await readSender(db, scope)).language } = body
      return isWrittenIn(language, name) ? changeWording(db, scope, name, { ...body, language }) : refuse('not_found')
    },
    known,
  )

  handle(
    app,
    wordingCalls,
    'POST /api/wordings/{name}/preview',
    async ({ scope, params, body, platform: { db } }) => {
      const name = params.name as LetterName
      const errors = checkPlaceholders(name, body)
      if (errors) return refuse('invalid', { errors })
      const sender = await readSender(db, scope)
      const { language = sender.language, ...wording } = body
      if (!isWrittenIn(language, name)) return refuse('not_found')
      const texts = { ...standardTexts(language, name), ...wording, body: wording.body.replaceAll(/\r\n?/g, '\n') }
      const { subject, text, html, sms } = composeLetter(texts, exampleContent(language, name, sender), sender, language)
      return { subject, text, html, sms, segments: countSegments(sms).count }
    },
    known,
  )
}
