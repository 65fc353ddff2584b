import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Node in releases: a version with long-term support, as npm publishes it. */
export const nodeVersion = '24.21.0'
/** What npm publishes; anything else is refused. */
const integrities = {
  'linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

/** The platform of the release, as Node names it: `linux-x64`. */
export const platform = `${process.platform}-${process.arch}`

/** npm's package with Node for this platform; undefined where releases contain none and use the one on the PATH. */
export const nodePackage = Object.hasOwn(integrities, platform) ? `node-${platform}` : undefined

/**
 * Node's program and its licence; null where releases contain none.
 * @returns {Promise<{ program: Buffer, licence: Buffer } | null>}
 */
export async function readNode() {
  if (!nodePackage) return null
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-node-'))
  try {
    await run('npm', ['pack', `${nodePackage}@${nodeVersion}`, '--pack-destination', folder, '--silent'], { cwd: folder })
    const [name = ''] = await readdir(folder)
    const archive = await readFile(path.join(folder, name))
    const hash = createHash('sha512').update(archive).digest('base64')
    if (`sha512-${hash}` !== integrities[/** @type {keyof typeof integrities} */ (platform)])
      throw new Error(`${nodePackage} ${nodeVersion} from npm is not what it was`)
    await run('tar', ['-xzf', path.join(folder, name), '-C', folder])
    const read = (/** @type {string} */ file) => readFile(path.join(folder, 'package', file))
    return { program: await read('bin/node'), licence: await read('LICENSE') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
