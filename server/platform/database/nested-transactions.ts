import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Transaction,
} from 'kysely'
import type { Database } from '#database/types.ts'
import type { Connection } from './connection.ts'

/**
 * A connection whose transactions are savepoints of an open one, so that commands that open their own become part of it: nothing of theirs stands before
 * it commits. A statement outside of them has its own savepoint, so that its failure is an error like any other. One after the other, never two at once.
 */
export function nestTransactions(trx: Transaction<Database>): Connection {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SavepointDriver(trx),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

const beginning = 'SAVEPOINT work'
/** What is checked at the end of a transaction is checked at the end of a nested one: commands turn those errors into refusals. */
const ending = 'SET CONSTRAINTS ALL IMMEDIATE; RELEASE SAVEPOINT work; SET CONSTRAINTS ALL DEFERRED'
const undoing = 'ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work'

/** Statements of one transaction, in the order in which they were asked for. */
class SavepointDriver implements Driver {
  private readonly trx: Transaction<Database>
  private depth = 0
  private last: Promise<unknown> = Promise.resolve()

  constructor(trx: Transaction<Database>) {
    this.trx = trx
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: <Row>(query: CompiledQuery) => this.queue(() => this.execute<Row>(query)),
      streamQuery: () => {
        throw new Error('nothing is streamed within a transaction')
      },
    }
  }

  async beginTransaction(): Promise<void> {
    await this.queue(() => this.run(beginning))
    this.depth += 1
  }

  async commitTransaction(): Promise<void> {
    await this.queue(() => this.run(ending))
    this.depth -= 1
  }

  async rollbackTransaction(): Promise<void> {
    this.depth -= 1
    await this.queue(() => this.run(undoing))
  }

  private run(text: string): Promise<unknown> {
    return this.trx.executeQuery(CompiledQuery.raw(text))
  }

  private async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.depth > 0) return this.trx.executeQuery<Row>(query as CompiledQuery<Row>)
    await this.run(beginning)
    try {
      const result = await this.trx.executeQuery<Row>(query as CompiledQuery<Row>)
      await this.run(ending)
      return result
    } catch (error) {
      await this.run(undoing)
      throw error
    }
  }

  private queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work)
    this.last = done.catch(() => undefined)
    return done
  }
}
