import { translationCalls, translators, type Translatable } from '#contract/translations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { readUpload, registerUploads } from '../../platform/http/read-upload.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import { holds, type Scope } from '../../platform/scope.ts'
import { changeTranslations } from './commands.ts'
import { importTranslations } from './import-commands.ts'
import { editableKinds, findKind, listMissingTexts, listTexts, mayEdit, readLanguages, readSubject } from './queries.ts'
import { writePo } from './write-po.ts'

/** Registers the calls on translations of the organisation's own texts. Each kind takes the ability of its editors. */
export function registerTranslations(app: App): void {
  handle(app, translationCalls, 'GET /api/translations', async ({ scope, platform: { db } }) => {
    const kinds = editableKinds(scope)
    return kinds.length === 0 ? refuse('missing_ability') : listMissingTexts(db, scope, kinds)
  })

  handle(app, translationCalls, 'GET /api/translations/{id}', async ({ scope, params, platform: { db } }) => {
    const kind = await findEditable(db, scope, params.id)
    return kind instanceof Refusal ? kind : ((await readSubject(db, scope, params.id)) ?? refuse('not_found'))
  })

  handle(app, translationCalls, 'PUT /api/translations/{id}', async ({ scope, params: { id }, body, platform: { db, contentTexts } }) => {
    const kind = await findEditable(db, scope, id)
    if (kind instanceof Refusal) return kind
    const refusal = await changeTranslations(db, scope, id, body)
    contentTexts.invalidate()
    return refusal ?? (await readSubject(db, scope, id)) ?? refuse('not_found')
  })

  handle(app, translationCalls, 'GET /api/translations/po', async ({ scope, query: { language }, platform: { db }, http: { reply } }) => {
    const kinds = editableKinds(scope)
    if (kinds.length === 0) return refuse('missing_ability')
    const { language: original } = await readLanguages(db, scope)
    const file = await writePo(await listTexts(db, scope, kinds, language), { language, original, now: scope.now })
    return reply
      .type('text/x-gettext-translation; charset=utf-8')
      .header('content-disposition', `attachment; filename="translations-${language}.po"`)
      .send(file)
  })

  registerUploads(app, uploads =>
    handle(
      uploads,
      translationCalls,
      'POST /api/translations/po',
      async ({ scope, query: { language, apply, digest }, platform: { db, contentTexts }, http }) => {
        const kinds = editableKinds(scope)
        if (kinds.length === 0) return refuse('missing_ability')
        const file = await readUpload(http.request, 'file')
        if (file instanceof Refusal) return file
        const result = await importTranslations(db, scope, { file, kinds, language, apply: apply === 'true', digest })
        contentTexts.invalidate()
        return result
      },
      { limit: { max: 60, minutes: 15 } },
    ),
  )
}

/** The kind of a record whose texts the caller may edit. Refusals: 403 without the ability, 404. */
async function findEditable(db: Connection, scope: Scope, id: string): Promise<Translatable | Refusal> {
  if (!Object.values(translators).some(ability => holds(scope, ability))) return refuse('missing_ability')
  const kind = await findKind(db, scope, id)
  if (kind === null) return refuse('not_found')
  if (mayEdit(scope, kind)) return kind
  return refuse(scope.person?.program && holds(scope, translators[kind]) ? 'not_for_programs' : 'missing_ability')
}
