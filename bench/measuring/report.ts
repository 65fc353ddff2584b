import { mkdir, writeFile } from 'node:fs/promises'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import path from 'node:path'

/** One figure of design targets: what was measured and what it may be. */
export interface Target {
  what: string
  value: number
  /** The bound itself passes. */
  atMost?: number
  atLeast?: number
  unit: string
}

/** What a benchmark found: its figures for programs, and its targets. */
export interface Findings {
  figures: unknown
  targets: readonly Target[]
  /** The last line: the main figure in words. */
  main: string
  /** Versions of what took part besides Node, such as PostgreSQL's. */
  versions?: Record<string, string>
}

const machine = () => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()} ${arch()}`,
})

export const holds = ({ value, atMost = Infinity, atLeast = -Infinity }: Target): boolean => value <= atMost && value >= atLeast

const round = (value: number) => String(Number(value.toPrecision(3)))

/** Reports a control: passes only if each of these targets is missed. */
export function reportControl(targets: readonly Target[], turnsRed: readonly string[]): void {
  for (const { what, value, unit } of targets) console.log(`${what}: ${round(value)} ${unit}`.trim())
  const missed = turnsRed.filter(what => targets.some(target => target.what === what && !holds(target)))
  const noticed = missed.length === turnsRed.length
  console.log(`${noticed ? 'Noticed, as it must be' : 'NOT noticed'}: ${turnsRed.join('; ')}`)
  process.exitCode = noticed ? 0 : 1
}

/**
 * Says on which machine and how each target stands, writes `bench/results/NAME.json`, and fails the process where
 * a target is missed.
 */
export async function report(name: string, { figures, targets, main, versions = {} }: Findings): Promise<void> {
  const here = { ...machine(), versions: { node: process.version, ...versions } }
  console.log(`\n${here.cores} × ${here.cpu}, ${here.memory_gib} GiB, ${here.system}`)
  console.log(
    Object.entries(here.versions)
      .map(([what, version]) => `${what} ${version}`)
      .join(', '),
  )
  for (const target of targets) {
    const bound = [
      ['at least', target.atLeast],
      ['at most', target.atMost],
    ]
      .filter(([, value]) => value !== undefined)
      .map(part => part.join(' '))
      .join(', ')
    console.log(`${holds(target) ? '✓' : '✗'} ${target.what}: ${round(target.value)} ${target.unit} (${bound})`.replaceAll('  ', ' '))
  }
  const folder = path.join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  const result = {
    name,
    at: new Date().toISOString(),
    machine: here,
    targets: targets.map(target => ({ ...target, passed: holds(target) })),
    figures,
    main,
  }
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
  process.exitCode = targets.every(holds) ? 0 : 1
  console.log(main)
}

/** The middle, least and most of some figures. */
export interface Spread {
  median: number
  min: number
  max: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** Of sorted figures the one below which that share lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
