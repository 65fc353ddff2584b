import path from 'node:path'
import { root, runCommand } from './run-command.mjs'
import { isBuilt } from './source-stamp.mjs'

/** Builds the product where its sources changed since it was built; answers whether it is built now. */
export async function ensureBuilt() {
  if (await isBuilt()) return true
  console.log('Building Openhour…')
  // In a process of its own, so that the caller does not keep the build tools' memory.
  const { code } = await runCommand(process.execPath, [path.join(root, 'tools', 'build.mjs')], { show: true })
  return code === 0
}
