import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root, runCommand } from '../run-command.mjs'
import { fetchNode } from './node-binary.mjs'

/**
 * Builds the container image with buildah, into an OCI archive. OPENHOUR_BASE_IMAGE replaces Debian's image, where
 * no registry can be reached (deploy/image/make-base.sh).
 * @param {import('./debian-package.mjs').Building} building
 */
export async function buildImage({ folder, archive, name, version, date }) {
  const context = await mkdtemp(path.join(tmpdir(), 'openhour-image-'))
  try {
    await copyFile(archive, path.join(context, 'openhour.tar.gz'))
    await fetchNode(path.join(context, 'runtime'))
    await rename(path.join(context, 'runtime', 'node'), path.join(context, 'node'))
    const tag = `localhost/openhour:${version}`
    const base = process.env.OPENHOUR_BASE_IMAGE
    const options = [
      ...['--isolation', 'chroot', '--format', 'docker', '--layers=false', '--timestamp', String(date), '--tag', tag],
      ...['--build-arg', `RELEASE=${name}`, '--build-arg', `VERSION=${version}`, ...(base ? ['--build-arg', `BASE=${base}`] : [])],
    ]
    await show('buildah', ['bud', ...options, '--file', path.join(root, 'deploy', 'image', 'Containerfile'), context])
    await show('buildah', ['push', tag, `oci-archive:${path.join(folder, `openhour-${version}-image.tar`)}:openhour:${version}`])
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

/** @param {string} file
 * @param {string[]} args */
async function show(file, args) {
  const { code, output } = await runCommand(file, args)
  if (code !== 0) throw new Error(`${file} ${args[0]}: ${output}`)
}
