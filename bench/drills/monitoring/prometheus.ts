import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../../e2e/support/start-product.ts'

const run = promisify(execFile)
const documents = path.join(import.meta.dirname, '../../../docs/operations')
const [prometheus, promtool] = ['/usr/bin/prometheus', '/usr/bin/promtool']

/** Between two samples in operation. */
const sampleSeconds = 15
const secondsOf: Record<string, number> = { s: 1, m: 60, h: 3600 }

/** A Prometheus with the shipped alerts, `speed` times as fast as in operation. */
export interface Prometheus {
  /** From now on it scrapes the server at this address, and no other one. */
  scrape(url: string): Promise<void>
  /** The alerts that fire, by name and without duplicates. */
  listFiring(): Promise<string[]>
  /** How many series an expression has now; rejects where it is wrong. */
  count(expression: string): Promise<number>
  stop(): Promise<void>
}

/** Returns why there is none on this machine, or null. */
export async function explainNoPrometheus(): Promise<string | null> {
  return access(prometheus).then(
    () => null,
    () => `it needs ${prometheus} of Debian 12 (apt install prometheus)`,
  )
}

/** The output of `promtool` about the shipped alerts and their tests, null where it found no fault. */
export async function testRules(): Promise<string | null> {
  const check = [
    ['check', 'rules', path.join(documents, 'alerts.yml')],
    ['test', 'rules', path.join(import.meta.dirname, 'alerts.test.yml')],
  ]
  for (const args of check) {
    const fault = await run(promtool, args).then(
      () => null,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
    )
    if (fault) return fault
  }
  return null
}

/** The names of all alerts. */
export const listAlerts = async (): Promise<string[]> =>
  [...(await readFile(path.join(documents, 'alerts.yml'), 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)

/** The expressions of the dashboard. */
export async function listExpressions(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(path.join(documents, 'dashboard.json'), 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** Windows and `for`, not the thresholds. */
const shorten = (rules: string, speed: number): string =>
  rules.replace(/(\[|for: )(\d+)([smh])/g, (_, before: string, count: string, unit: string) => {
    const ms = Math.round((Number(count) * secondsOf[unit]! * 1000) / speed)
    return `${before}${ms}ms`
  })

const configure = (intervalMs: number) => `
global: { scrape_interval: ${intervalMs}ms, scrape_timeout: ${intervalMs}ms, evaluation_interval: ${intervalMs}ms }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: openhour
    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]
`

/** Starts it on a free port of this machine, with its data in a folder of its own. Windows and `for` are shorter by `speed`. */
export async function startPrometheus(speed: number): Promise<Prometheus> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-prometheus-'))
  const write = (file: string, text: string) => writeFile(path.join(folder, file), text)
  await write('alerts.yml', shorten(await readFile(path.join(documents, 'alerts.yml'), 'utf8'), speed))
  await write('prometheus.yml', configure((sampleSeconds * 1000) / speed))
  await write('targets.json', '[]')
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn(
    prometheus,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'inherit' },
  )
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const read = async <Data>(where: string): Promise<Data> => {
    const response = await fetch(`http://${address}/api/v1/${where}`)
    const { data, error } = (await response.json()) as { data: Data; error?: string }
    if (error) throw new Error(`Prometheus: ${error}`)
    return data
  }
  try {
    await once(child, 'spawn')
    const isReady = () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    for (const latest = performance.now() + 60_000; !(await isReady()); await pause(100))
      if (child.exitCode !== null || performance.now() > latest) throw new Error('Prometheus did not start')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    async scrape(url) {
      await write('next.json', JSON.stringify([{ targets: [new URL(url).host] }]))
      await rename(path.join(folder, 'next.json'), path.join(folder, 'targets.json'))
    },
    async listFiring() {
      const { alerts } = await read<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts')
      return [...new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))].toSorted()
    },
    async count(expression) {
      return (await read<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)).result.length
    },
    stop,
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
