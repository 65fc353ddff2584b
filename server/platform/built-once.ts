import type { CompiledQuery } from 'kysely'
import type { Connection } from './database.ts'

/** Stands for a value. */
class Mark {
  constructor(readonly key: string) {}
}

/**
 * A query that is built when it is first asked for and afterwards only filled in: building a statement of thirty columns takes the server as long as reading its answer.
 * `build` is handed marks in place of the values: it may put them into the query and do nothing else with them.
 */
export function builtOnce<Values extends object, Row>(
  build: (db: Connection, marks: Values) => CompiledQuery<Row>,
): (db: Connection, values: Values) => CompiledQuery<Row> {
  const marks = new Proxy({}, { get: (_, key: string) => new Mark(key) }) as Values
  let built: CompiledQuery<Row> | undefined
  return (db, values) => {
    built ??= build(db, marks)
    return { ...built, parameters: built.parameters.map(value => (value instanceof Mark ? values[value.key as keyof Values] : value)) }
  }
}
