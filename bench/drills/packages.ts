import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { defineDrill } from '../drill-support/drill.ts'
import { tryArchive } from './packages/archive.ts'
import { tryDebianPackage } from './packages/debian.ts'
import { tryCompose } from './packages/compose.ts'
import { chooseVersions, released, type Trial } from './packages/form.ts'
import { tryImage, withImages } from './packages/image.ts'
import { bootMachine, type Machine, makeBaseSystem } from './packages/machine.ts'
import { tryOrganisations } from './packages/organisations.ts'

const root = path.join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** What the drill runs; all are Debian packages. */
const tools = ['mmdebstrap', 'systemd-nspawn', 'systemd-analyze', 'nsenter', 'dpkg-deb', 'buildah', 'podman', 'podman-compose', 'curl']
/** Of `systemd-analyze security`, from 0 to 10. */
const maxExposure = 2

/**
 * `npm run release`, then `npm run drill -- packages`: each form of a release on a bare system. It is installed,
 * started, booked on and upgraded, to a newer release and to one that does not start, and removed; the archive also
 * for many organisations.
 */
export const drill = defineDrill({
  promise: 'Every form of a release installs on a bare system, upgrades, goes back from a broken release with all data, and is removed.',
  options: {},
  short: {},
  controls: {},
  async unable() {
    if (process.getuid?.() !== 0) return 'it needs root'
    const found = await Promise.all(
      tools.map(tool =>
        run('which', [tool]).then(
          () => true,
          () => false,
        ),
      ),
    )
    const missing = tools.filter((_, index) => !found[index])
    if (missing.length > 0) return `these are not installed: ${missing.join(', ')}`
    const names = await readdir(released).catch(() => [])
    const ends = ['.deb', '-image.tar', `-${process.arch}.tar.gz`].filter(end => !names.some(name => name.endsWith(end)))
    return ends.length > 0 ? `dist/release has no file of ${ends.join(', ')}: npm run release` : null
  },
  async run() {
    const targets: { what: string; value: number; atMost: number; unit: string }[] = []
    const expectSame = (what: string, found: unknown, wanted: unknown) => {
      const same = JSON.stringify(found) === JSON.stringify(wanted)
      if (!same) console.log(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
      targets.push({ what: `differences: ${what}`, value: same ? 0 : 1, atMost: 0, unit: '' })
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'openhour-packages-'))
    const trial = { expectSame, ...(await chooseVersions()) }
    try {
      const base = await makeBaseSystem(folder)
      for (const tryForm of [tryArchive, tryOrganisations, tryDebianPackage]) await onMachine(base, tryForm, trial)
      await withImages(trial, async () => {
        for (const tryForm of [tryImage, tryCompose]) await inFolder(own => tryForm({ ...trial, folder: own }))
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const failed = targets.filter(({ value }) => value > 0).length
    targets.push({ what: 'exposure of the unit', value: await readExposure(), atMost: maxExposure, unit: '' })
    return { figures: {}, targets, main: `${targets.length - 1 - failed} of ${targets.length - 1} steps as expected` }
  },
})

async function onMachine(base: string, tryForm: (machine: Machine, trial: Trial) => Promise<void>, trial: Omit<Trial, 'folder'>) {
  const machine = await bootMachine(base)
  try {
    await inFolder(folder => tryForm(machine, { ...trial, folder }))
  } finally {
    await machine.remove()
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-packages-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readExposure(): Promise<number> {
  const unit = path.join(root, 'deploy/systemd/openhour.service')
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit])
  return Number(/level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? 10)
}
