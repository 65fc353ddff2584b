import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { identify } from '#database/schema-files.ts'
import { splitStatements } from '#database/sql-statements.ts'
import { root, secondsSince } from '../run-command.mjs'
import { equivalentMutants } from './equivalent-mutants.mjs'
import { mutateDefinition, sample } from './mutate-sql.mjs'
import { openTestRuns } from './test-runs.mjs'

/** @typedef {{ subject: string, kind: string, name: string, sql: string }} Definition */
/** @typedef {Definition & { mutant: import('./mutate-sql.mjs').Mutant }} Candidate */

const functions = path.join(root, 'database', 'schema', 'functions')

process.exitCode = (await mutateSql(process.argv.slice(2))) > 0 ? 1 : 0

/**
 * Mutates functions, views and triggers of database/schema/functions one at a time and runs the tests of their
 * subject. Lists the mutants that no test notices.
 * @param {string[]} args Names of subjects or functions, none: all; `--sample 20`, `--seed 1`, `--all`.
 * @returns {Promise<number>} How many survive.
 */
async function mutateSql(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean' }, sample: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
  })
  const candidates = await listCandidates(positionals)
  if (candidates.length === 0) throw new Error(`Nothing to mutate in: ${positionals.join(', ')}`)
  const chosen = values.all ? candidates : sample(candidates, Number(values.sample), Number(values.seed))
  console.log(`${chosen.length} of ${candidates.length} mutants`)
  const counts = { killed: 0, survived: 0, invalid: 0 }
  const runs = await openTestRuns()
  try {
    for (const subject of new Set(chosen.map(one => one.subject))) {
      const run = await runs.testsOf(subject)
      if (!(await run())) throw new Error(`The tests of ${subject} fail without a mutant.`)
      const database = runs.templateDatabaseUrl()
      for (const { kind, name, sql, mutant } of chosen.filter(one => one.subject === subject)) {
        const start = performance.now()
        const outcome = !(await replace(database, mutant.sql)) ? 'invalid' : (await run()) ? 'survived' : 'killed'
        if (outcome !== 'invalid') await replace(database, sql)
        counts[outcome] += 1
        console.log(`${outcome} ${kind} ${name} (${secondsSince(start)})${outcome === 'survived' ? `\n${mutant.label}` : ''}`)
      }
    }
  } finally {
    await runs.close()
  }
  console.log(`${counts.killed} killed, ${counts.survived} survived, ${counts.invalid} refused by PostgreSQL`)
  return counts.survived
}

/** @param {string[]} names
 * @returns {Promise<Candidate[]>} */
async function listCandidates(names) {
  const files = (await readdir(functions)).filter(file => file.endsWith('.sql')).toSorted()
  const definitions = await Promise.all(
    files.map(async file => {
      const subject = path.basename(file, '.sql')
      return splitStatements(await readFile(path.join(functions, file), 'utf8')).flatMap(sql => {
        const known = identify(sql)
        return known ? [{ subject, ...known, sql }] : []
      })
    }),
  )
  return definitions
    .flat()
    .filter(({ subject, name }) => names.length === 0 || names.includes(subject) || names.includes(name.split(' ')[0] ?? ''))
    .flatMap(definition => mutateDefinition(definition).map(mutant => ({ ...definition, mutant })))
    .filter(({ name, mutant }) => !equivalentMutants.some(known => known.name === name && mutant.label.endsWith(`+ ${known.line}`)))
}

/**
 * Test databases are copied from this one. Returns false where PostgreSQL refuses the definition.
 * @param {string} url
 * @param {string} sql
 */
async function replace(url, sql) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql.replace(/^CREATE (?=FUNCTION|VIEW|TRIGGER)/, 'CREATE OR REPLACE '))
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
