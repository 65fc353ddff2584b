import { rm } from 'node:fs/promises'
import path from 'node:path'
import { runAndShow } from './machine.ts'

const folder = path.join(import.meta.dirname, 'stand-ins')

/** What replaces an image that cannot be fetched: Debian's packages, with the command of the image. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'docker.io/library/postgres:18': ['sh', '/stand-ins/database.sh'],
  'docker.io/axllent/mailpit:v1.27': ['python3', '/stand-ins/mail.py'],
  'docker.io/library/caddy:2': ['caddy', 'run', '--config', '/etc/caddy/Caddyfile'],
}

/**
 * Fetches the images of deploy/compose that this machine does not have, or makes stand-ins where no registry can be reached. Answers the images that it
 * made.
 * @param work For its files.
 */
export async function fetchImages(work: string): Promise<string[]> {
  const made: string[] = []
  const base = path.join(work, 'stand-in.tar')
  for (const [image, command] of Object.entries(commands)) {
    if ((await runAndShow('podman', ['image', 'exists', image])).code === 0) continue
    if ((await runAndShow('timeout', ['120', 'podman', 'pull', '--quiet', image])).code === 0) continue
    if (made.length === 0) await succeed('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, 'bookworm', base])
    const container = await succeed('buildah', ['from', 'scratch'])
    await succeed('buildah', ['add', '--quiet', container, base, '/'])
    await succeed('buildah', ['copy', '--quiet', container, folder, '/stand-ins'])
    await succeed('buildah', ['config', '--entrypoint', JSON.stringify(command), '--env', 'XDG_DATA_HOME=/data', container])
    await succeed('buildah', ['commit', '--quiet', '--rm', container, image])
    made.push(image)
  }
  await rm(base, { force: true })
  return made
}

const packages = 'ca-certificates,postgresql-15,caddy,python3-aiosmtpd'

async function succeed(file: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runAndShow(file, args)
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return output.trim()
}
