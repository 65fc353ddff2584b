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
 * A connection whose transactions are savepoints of an open transaction. Commands that open their own become
 * part of it and take effect when it commits. A statement outside of them has a savepoint of its own, so its
 * failure does not end the transaction. Statements run one after the other.
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

const begin = 'SAVEPOINT work'
/** Deferred constraints are checked here too: commands turn their errors into refusals. */
const commit = 'SET CONSTRAINTS ALL IMMEDIATE; RELEASE SAVEPOINT work; SET CONSTRAINTS ALL DEFERRED'
const rollback = 'ROLLBACK TO SAVEPOINT work; RELEASE SAVEPOINT work'

/** Runs the statements of one transaction in the order of their calls. */
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
        throw new Error('streaming within a transaction is not supported')
      },
    }
  }

  async beginTransaction(): Promise<void> {
    await this.queue(() => this.run(begin))
    this.depth += 1
  }

  async commitTransaction(): Promise<void> {
    await this.queue(() => this.run(commit))
    this.depth -= 1
  }

  async rollbackTransaction(): Promise<void> {
    this.depth -= 1
    await this.queue(() => this.run(rollback))
  }

  private run(text: string): Promise<unknown> {
    return this.trx.executeQuery(CompiledQuery.raw(text))
  }

  private async execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.depth > 0) return this.trx.executeQuery<Row>(query as CompiledQuery<Row>)
    await this.run(begin)
    try {
      const result = await this.trx.executeQuery<Row>(query as CompiledQuery<Row>)
      await this.run(commit)
      return result
    } catch (error) {
      await this.run(rollback)
      throw error
    }
  }

  private queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work)
    this.last = done.catch(() => undefined)
    return done
  }
}
