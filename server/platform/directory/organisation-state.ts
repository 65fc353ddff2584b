import { Gauge, Registry } from 'prom-client'
import type { Job } from '../jobs.ts'
import { keepMeasuresOf } from '../metrics/measures.ts'
import { sharedGauge, sum } from '../metrics/shared-gauge.ts'
import { openDatabaseState } from '../metrics/state.ts'
import type { Organisation } from './directory.ts'

/** Stands for the directory's own database among the organisations. */
export const directoryId = 'directory'

interface Sources {
  /** Organisations that are open. */
  countOpen(): number
  /** Connections by cluster. */
  readUse(): readonly { cluster: string; max: number; used: number; waiting: number }[]
}

/** Gauges of all active organisations together. They name none, and have the values of the last look. */
export function openOrganisationState({ countOpen, readUse }: Sources) {
  const register = new Registry()
  const open = new Gauge({
    name: 'openhour_organisations_open',
    help: 'Organisations that this process has open.',
    registers: [],
    collect() {
      this.set(countOpen())
    },
  })
  const connections = new Gauge({
    name: 'openhour_cluster_connections',
    help: 'Database connections of this process by cluster: in use or idle (used), allowed (max), and callers that wait for one (waiting).',
    labelNames: ['cluster', 'state'],
    registers: [],
    collect() {
      for (const { cluster, ...use } of readUse()) for (const [state, count] of Object.entries(use)) this.set({ cluster, state }, count)
    },
  })
  register.registerMetric(open)
  register.registerMetric(connections)
  const database = openDatabaseState(register)
  const unreachable = sharedGauge({
    name: 'openhour_organisations_unreachable',
    help: 'Organisations whose database did not answer at the last look.',
    register,
    combine: sum,
  })
  const job: Job = {
    name: 'organisation state',
    everySeconds: 60,
    async run(platform) {
      const answers = await database.look(platform)
      unreachable.set(platform.organisation, answers ? 0 : 1)
    },
  }
  return {
    register,
    /** Looks at an organisation; for each of them. */
    job,
    /** An organisation could not be opened. */
    fail({ id }: Organisation): void {
      database.up.set(id, 0)
      unreachable.set(id, 1)
    },
    /** The directory was read: these are its organisations. Undefined: it could not be read. */
    update(organisations: readonly Organisation[] | undefined): void {
      database.up.set(directoryId, organisations ? 1 : 0)
      if (!organisations) return
      const active = new Set(organisations.filter(({ state }) => state === 'active').map(({ id }) => id))
      unreachable.keep(active)
      active.add(directoryId)
      keepMeasuresOf(active)
      database.keep(active)
    },
  }
}
