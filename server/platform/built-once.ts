import type { CompiledQuery } from 'kysely'
import type { Connection } from './database.ts'

/**
 * A query that is built when it is first asked for and afterwards only filled in: building a statement of thirty columns takes the server as long as reading its answer.
 * `build` is handed marks in place of the values: it may put them into the query and do nothing else with them.
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Connection, marks: Values) => CompiledQuery<Row>,
): (db: Connection, values: Values) => CompiledQuery<Row> {
  const keys = new Map<unknown, string>()
  const markOf = (_: object, key: string) => {
    const mark = [...keys].find(([, known]) => known === key)?.[0] ?? Object.freeze({ key })
    keys.set(mark, key)
    return mark
  }
  let built: CompiledQuery<Row> | undefined
  return (db, values) => {
    built ??= build(db, new Proxy({}, { get: markOf as never }) as Values)
    const parameters = built.parameters.map(value => {
      const key = keys.get(value)
      return key === undefined ? value : (values as Record<string, unknown>)[key]
    })
    return { ...built, parameters }
  }
}
