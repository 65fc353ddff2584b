import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Site } from './site.ts'

/** One of the commands for operators, on the product's data; rejects with what it complained about. */
export async function runOperatorCommand({ product }: Site, settings: Record<string, string>, name: 'backup' | 'restore'): Promise<void> {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `../../dist/server/${name}.js`)], {
    env: { ...env, OPENHOUR_DATA: product.folder, ...settings },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>])
  if (code !== 0) throw new Error(said.trim())
}
