import { connectClient } from '#database/connect/client.ts'
import { refuseTransactionPooling } from '#database/connect/pooling.ts'
import { type ConnectionBudget, openConnectionBudget } from '../database/connection-budget.ts'

/** The budgets of one cluster: of the server that is written to, and of replicas, which allow as many connections. */
export interface ClusterBudgets {
  primary: ConnectionBudget
  replica: ConnectionBudget
}

/** Half, so that the old and the new server fit during an update. */
const partOfCluster = 1 / 2
/** One organisation needs three, and another one must be able to open meanwhile. */
const minConnections = 6

/**
 * Keeps a budget for each cluster. `max`: how many connections this process may open to a cluster; undefined: half of
 * those that it allows at the first use.
 */
export function openClusterBudgets(max: number | undefined) {
  const budgets = new Map<string, ClusterBudgets>()
  const opening = new Map<string, Promise<ClusterBudgets>>()

  const open = async (cluster: string, databaseUrl: string): Promise<ClusterBudgets> => {
    await refuseTransactionPooling(databaseUrl)
    const most = max ?? Math.max(minConnections, Math.floor((await readMaxConnections(databaseUrl)) * partOfCluster))
    const opened = { primary: openConnectionBudget(most), replica: openConnectionBudget(most) }
    budgets.set(cluster, opened)
    return opened
  }

  return {
    /** Rejects if the cluster cannot be reached, or through a pooler that changes connections within a session. */
    async find(cluster: string, databaseUrl: string): Promise<ClusterBudgets> {
      const known = budgets.get(cluster)
      if (known) return known
      const found = opening.get(cluster) ?? open(cluster, databaseUrl).finally(() => opening.delete(cluster))
      opening.set(cluster, found)
      return found
    },
    /** By the clusters' names, without replicas. */
    readUse: () => [...budgets].map(([cluster, { primary }]) => ({ cluster, ...primary.readUse() })),
  }
}

/** How many connections a role without privileges can have. */
async function readMaxConnections(databaseUrl: string): Promise<number> {
  const client = await connectClient(databaseUrl, { application_name: 'openhour check', connectionTimeoutMillis: 2000 })
  try {
    const { rows } = await client.query<{ max: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true), '0')::int AS max`,
    )
    return rows[0]?.max ?? 0
  } finally {
    await client.end()
  }
}
