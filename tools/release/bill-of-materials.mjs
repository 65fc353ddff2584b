import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { runCommand } from '../run-command.mjs'
import { nodePackage, nodeVersion } from './node-binary.mjs'

/**
 * Writes the software bill of materials (CycloneDX) of the run-time packages, by npm, and of Node. Its time and serial
 * number follow the source, so that the same source makes the same file.
 * @param {string} file
 * @param {number} date Seconds since 1970.
 */
export async function writeBillOfMaterials(file, date) {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    '--package-lock-only',
    '--workspaces=false',
    '--sbom-type',
    'application',
  ]
  const { code, stdout, output } = await runCommand('npm', args)
  if (code !== 0) throw new Error(output)
  const bill = JSON.parse(stdout)
  // npm names the component after the folder.
  bill.metadata.component.name = 'openhour'
  bill.components = bill.components.filter((/** @type {any} */ { purl }) => !purl.startsWith('pkg:npm/openhour-'))
  if (nodePackage) bill.components.push(describeNode(nodePackage))
  bill.metadata.timestamp = new Date(date * 1000).toISOString()
  delete bill.serialNumber
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  bill.serialNumber = `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
}

/** @param {string} name */
function describeNode(name) {
  const purl = `pkg:npm/${name}@${nodeVersion}`
  return { 'bom-ref': purl, type: 'platform', name, version: nodeVersion, scope: 'required', licenses: [{ license: { id: 'MIT' } }], purl }
}
