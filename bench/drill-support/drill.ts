import type { Findings } from '../measuring/report.ts'

/** Something broken on purpose, to show that the drill would notice. */
export interface Control<Option extends string = string> {
  /** What is broken, in words. */
  breaks: string
  /** The targets that must then be missed, all of them; another one, missed for whatever reason, shows nothing. */
  turnsRed: readonly string[]
  /** Where the control needs less than the drill, or more. */
  options?: Partial<Record<Option, number>>
}

/** A promise of the product, and how to try it under load and faults. */
export interface Drill<Option extends string = string, Broken extends string = string> {
  promise: string
  /** Says why it cannot be run on this machine, or null where it can. */
  unable?(): Promise<string | null>
  /** Numbers that the command line can change (`--seats 10`), with what they are without it. */
  options: Record<Option, number>
  /** The short form: some seconds. `short-forms.ts` says which of them CI runs. */
  short: Partial<Record<Option, number>>
  controls: Record<Broken, Control<NoInfer<Option>>>
  /** `broken`: the control whose fault is to be made, in this drill's own database or processes. */
  run(how: { options: Record<Option, number>; broken: Broken | null }): Promise<Findings>
}

/** A drill as it was written; only its types are looked at. */
export const defineDrill = <Option extends string, Broken extends string>(drill: Drill<Option, Broken>): Drill<Option, Broken> => drill

/** A drill's options where some are another number; the last one said counts. */
export const optionsOf = (drill: Drill, ...others: (Partial<Record<string, number>> | undefined)[]): Record<string, number> =>
  Object.assign({}, drill.options, ...others) as Record<string, number>
