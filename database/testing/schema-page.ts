import { readdir, readFile } from 'node:fs/promises'
import { identify } from '../schema-files.ts'
import { splitStatements } from '../sql-statements.ts'

const folder = new URL('../schema/', import.meta.url)
const start = '<!-- Generated from the files: npx vitest run database/generated.test.ts -u -->'

interface Described {
  kind: 'function' | 'view' | 'trigger'
  name: string
  /** Relative to database/schema. */
  file: string
  statement: string
  /** The first sentence of the comment above it. */
  purpose: string
}

/**
 * Returns database/schema/README.md with its generated part brought up to date: triggers by table in
 * firing order, and functions by file.
 */
export async function generateSchemaPage(): Promise<string> {
  const page = await readFile(new URL('README.md', folder), 'utf8')
  const all = await describeDefinitions()
  return [page.slice(0, page.indexOf(start)) + start, listTriggers(all), listFunctions(all)].join('\n\n').concat('\n')
}

async function describeDefinitions(): Promise<Described[]> {
  const functions = (await readdir(new URL('functions/', folder))).toSorted().map(name => `functions/${name}`)
  const files = ['value-functions.sql', ...functions]
  const texts = await Promise.all(files.map(file => readFile(new URL(file, folder), 'utf8')))
  return files.flatMap((file, index) => {
    const text = texts[index] ?? ''
    return splitStatements(text).flatMap(statement => {
      const known = identify(statement)
      return known ? { ...known, file, statement, purpose: purposeOf(text, statement) } : []
    })
  })
}

/** The comment lines directly above a statement, as one text, up to its first full stop. */
function purposeOf(text: string, statement: string): string {
  const before = text.slice(0, text.indexOf(statement)).split('\n').slice(0, -1)
  const first = before.findLastIndex(line => !line.startsWith('--')) + 1
  const comment = before.slice(first).map(line => line.replace(/^-- ?/, ''))
  return /^.*?[.](?=\s|$)/.exec(comment.join(' '))?.[0] ?? ''
}

function listTriggers(all: readonly Described[]): string {
  const functions = new Map(all.filter(({ kind }) => kind !== 'trigger').map(item => [item.name, item]))
  const triggers = all
    .filter(({ kind }) => kind === 'trigger')
    .map(({ name, statement, purpose }) => {
      const [trigger = '', table = ''] = name.split(' ON ')
      const [, timing = '', events = ''] = /\b(BEFORE|AFTER) ([\s\S]+?) ON /.exec(statement) ?? []
      const [, called = ''] = /EXECUTE FUNCTION (\w+)/.exec(statement) ?? []
      const deferred = statement.includes('INITIALLY DEFERRED')
      const row = statement.includes('FOR EACH ROW')
      return {
        trigger,
        table,
        when: `${timing} ${events.replace(/ OF [\w,\s]+?(?= OR |$)/g, '')}${row ? '' : ', per statement'}${deferred ? ', at commit' : ''}`,
        order: `${timing === 'BEFORE' ? 1 : deferred ? 4 : row ? 2 : 3}${trigger}`,
        purpose: purpose || (functions.get(called)?.purpose ?? ''),
        called,
      }
    })
  const tables = [...new Set(triggers.map(({ table }) => table))].toSorted()
  return [
    '## Triggers in firing order',
    ...tables.map(table =>
      [
        `### ${table}\n`,
        '| trigger | when | function | purpose |',
        '|---|---|---|---|',
        ...triggers
          .filter(item => item.table === table)
          .toSorted((a, b) => (a.order < b.order ? -1 : 1))
          .map(({ trigger, when, called, purpose }) => `| ${trigger} | ${when} | \`${called}\` | ${purpose} |`),
      ].join('\n'),
    ),
  ].join('\n\n')
}

function listFunctions(all: readonly Described[]): string {
  const listed = all.filter(({ kind }) => kind !== 'trigger')
  const files = [...new Set(listed.map(({ file }) => file))]
  return [
    '## Functions and views',
    ...files.map(file =>
      [
        `### [${file}](${file})\n`,
        '| name | purpose |',
        '|---|---|',
        ...listed.filter(item => item.file === file).map(({ name, purpose }) => `| \`${name}\` | ${purpose} |`),
      ].join('\n'),
    ),
  ].join('\n\n')
}
