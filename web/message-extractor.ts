import { readFileSync } from 'node:fs'
import type { ExtractorType } from '@lingui/conf'
import ts from 'typescript'
import { defaultLanguage } from '../contract/languages.ts'

/** The message ids: the keys of the default language's catalogue. */
export const readMessageIds = (): Set<string> =>
  new Set(Object.keys(JSON.parse(readFileSync(new URL(`./messages/${defaultLanguage}.json`, import.meta.url), 'utf8'))))

/**
 * The message ids in a source file: the argument of `t('…')`, each text that is a known id (tables of ids),
 * and the known ids that a template such as `booking.times.${part}` can form.
 */
export function messageIdsIn(file: string, code: string, known: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      if (known.has(node.text) || isArgumentOfT(node)) found.add(node.text)
    } else if (ts.isTemplateExpression(node)) {
      for (const id of idsFormedBy(node, known)) found.add(id)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true))
  return found
}

const isArgumentOfT = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  node.parent.arguments[0] === node &&
  ts.isIdentifier(node.parent.expression) &&
  node.parent.expression.text === 't'

function idsFormedBy(template: ts.TemplateExpression, known: ReadonlySet<string>): string[] {
  const texts = [template.head.text, ...template.templateSpans.map(span => span.literal.text)]
  // Without a namespace it would match every id.
  if (!/^\w+\.[\w.]*$/.test(template.head.text) || !texts.every(text => /^[\w.]*$/.test(text))) return []
  const pattern = new RegExp(`^${texts.map(text => text.replaceAll('.', String.raw`\.`)).join('.+')}$`)
  return [...known].filter(id => pattern.test(id))
}

/** For Lingui, whose own extractor knows only its macros: our code names texts by explicit ids. */
export const messageExtractor: ExtractorType = {
  match: file => /(?<!\.test)\.tsx?$/.test(file),
  extract(file, code, onMessageExtracted) {
    for (const id of messageIdsIn(file, code, readMessageIds())) onMessageExtracted({ id, origin: [file, 1] })
  },
}
