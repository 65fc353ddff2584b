import { mintScope, type Scope } from '../scope.ts'
import type { Connection } from './connection.ts'
import type { CacheOptions } from './query-cache.ts'

/**
 * Declares a read whose result depends on its input alone and not on the caller. Calls with the same input
 * share one result until the data changes, for at most a second or, if it is public, five (query-cache.ts). `read` receives a scope
 * without a person, so its result cannot depend on one. Within a transaction nothing is shared.
 */
export const defineSharedQuery =
  <Input extends unknown[], Result>(
    name: string,
    read: (db: Connection, scope: Scope, ...input: Input) => Promise<Result>,
    options: CacheOptions = {},
  ) =>
  (db: Connection, { now }: Pick<Scope, 'now'>, ...input: Input): Promise<Result> => {
    const compute = () => read(db, mintScope({ person: null, now, ip: null, userAgent: '', browser: false }), ...input)
    return db.cache ? db.cache.getOrCompute(`${name} ${JSON.stringify(input)}`, compute, options) : compute()
  }
