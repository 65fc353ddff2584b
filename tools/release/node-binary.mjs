import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** Node in packages and images: the newest version with long-term support, from npm. */
const version = '24.21.0'
/** What npm publishes; anything else is refused. */
const integrities = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
}

/**
 * Puts Node's program and its licence into a folder.
 * @param {string} folder Created if it is missing.
 */
export async function fetchNode(folder) {
  const integrity = integrities[/** @type {keyof typeof integrities} */ (process.arch)]
  if (!integrity || process.platform !== 'linux') throw new Error(`no Node is known for ${process.platform} ${process.arch}`)
  const work = await mkdtemp(path.join(tmpdir(), 'openhour-node-'))
  try {
    await promisify(execFile)('npm', ['pack', `node-linux-${process.arch}@${version}`, '--pack-destination', work, '--silent'], { cwd: work })
    const [file = ''] = await readdir(work)
    const hash = createHash('sha512').update(await readFile(path.join(work, file))).digest('base64')
    if (`sha512-${hash}` !== integrity) throw new Error(`Node ${version} from npm is not what it was`)
    await promisify(execFile)('tar', ['-xzf', path.join(work, file), '-C', work])
    await mkdir(folder, { recursive: true })
    await copyFile(path.join(work, 'package', 'bin', 'node'), path.join(folder, 'node'))
    await copyFile(path.join(work, 'package', 'LICENSE'), path.join(folder, 'LICENSE'))
    await chmod(path.join(folder, 'node'), 0o755)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
