import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root, runCommand } from '../run-command.mjs'
import { platform } from './node-binary.mjs'

/**
 * Builds the container image with buildah, into a file that `podman load` and `docker load` read.
 * OPENHOUR_BASE_IMAGE replaces Debian's image, where no registry can be reached (deploy/image/make-base.sh).
 * The format is Docker's: OCI's knows no health check.
 * @param {import('./debian-package.mjs').Building} building
 */
export async function buildImage({ folder, archive, name, version, date }) {
  const context = await mkdtemp(path.join(tmpdir(), 'openhour-image-'))
  const tag = `localhost/openhour:${version}`
  const containerfile = path.join(root, 'deploy', 'image', 'Containerfile')
  const base = process.env.OPENHOUR_BASE_IMAGE
  try {
    await promisify(execFile)('tar', ['-xpzf', archive, '-C', context, '--no-same-owner'])
    await rename(path.join(context, name), path.join(context, 'openhour'))
    const how = `--isolation chroot --format docker --layers=false --timestamp ${date} --build-arg VERSION=${version}`.split(' ')
    const from = base ? ['--build-arg', `BASE=${base}`] : []
    await runOrThrow('buildah', ['build', ...how, ...from, '--tag', tag, '--file', containerfile, context])
    await runOrThrow('buildah', ['push', tag, `docker-archive:${path.join(folder, `openhour-${version}-${platform}-image.tar`)}:${tag}`])
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}

/** @param {string} file
 * @param {string[]} args */
async function runOrThrow(file, args) {
  const { code, output } = await runCommand(file, args)
  if (code !== 0) throw new Error(`${file} ${args[0]}: ${output}`)
}
