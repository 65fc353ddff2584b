import { Gauge, type Registry } from 'prom-client'

/** A gauge of which each organisation of this process has a value. It shows one for all: no label names an organisation. */
export interface SharedGauge {
  /**
   * `organisation`: its id in the directory, or '' if the process has only one. Without a value it has none from now on.
   * `label`: the value of the gauge's label.
   */
  set(organisation: string, value: number | undefined, label?: string): void
  get(organisation: string, label?: string): number | undefined
  /** Drops the values of all other organisations. */
  keep(organisations: ReadonlySet<string>): void
}

interface Options {
  name: string
  help: string
  register: Registry
  /** Makes one value of those of all organisations; there is at least one. */
  combine: (...values: number[]) => number
  labelName?: string
}

/** For `combine`, with `Math.max` and `Math.min`. */
export const sum = (...values: number[]): number => values.reduce((total, value) => total + value, 0)

/** Registers a gauge for all organisations. It has no sample while no organisation has a value. */
export function sharedGauge({ name, help, register, combine, labelName }: Options): SharedGauge {
  const values = new Map<string, Map<string, number>>()
  const gauge = new Gauge({
    name,
    help,
    labelNames: labelName === undefined ? [] : [labelName],
    registers: [],
    collect() {
      this.reset()
      // It would now be 0.
      if (labelName === undefined) this.remove()
      const labels = new Set([...values.values()].flatMap(own => [...own.keys()]))
      for (const label of labels) {
        const samples = [...values.values()].flatMap(own => own.get(label) ?? [])
        this.set(labelName === undefined ? {} : { [labelName]: label }, combine(...samples))
      }
    },
  })
  register.registerMetric(gauge)
  return {
    set(organisation, value, label = '') {
      const own = values.get(organisation) ?? new Map<string, number>()
      if (value === undefined) own.delete(label)
      else own.set(label, value)
      values.set(organisation, own)
    },
    get: (organisation, label = '') => values.get(organisation)?.get(label),
    keep(organisations) {
      for (const organisation of values.keys()) if (!organisations.has(organisation)) values.delete(organisation)
    },
  }
}
