import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { bookSeat, readAppointment, released, settings, type Trial, versionIn } from './form.ts'
import { type Done, runAndShow } from './machine.ts'
import { changeRelease, changes } from './next-release.ts'

const podman = (...args: string[]): Promise<Done> => runAndShow('podman', args)
const buildah = async (...args: string[]): Promise<string> => (await promisify(execFile)('buildah', args)).stdout.trim()

const name = `openhour-drill-${process.pid}`
const tagOf = (version: string) => `localhost/openhour:${version}`

/** The image, run with podman as an unprivileged user on a read-only root, without capabilities. */
export async function tryImage({ version, next, broken, expectSame }: Trial): Promise<void> {
  try {
    expectSame('image: start', await start(version), version)
    expectSame('image: user', (await podman('exec', name, 'id', '--user')).output.trim(), '10001')
    expectSame('image: writing to the root', (await podman('exec', name, 'touch', '/usr/lib/openhour/file')).code, 1)
    expectSame('image: check', (await podman('exec', name, 'openhour', 'check')).code, 0)
    const booked = await bookSeat()
    expectSame('image: backup', (await podman('exec', name, 'openhour', 'backup')).code, 0)
    await stop()
    expectSame('image: upgrade', await start(next), next)
    expectSame('image: booking after the upgrade', await readAppointment(booked), 200)
    const { output } = await podman('exec', name, 'openhour', 'backup')
    await stop()
    expectSame('image: start of a broken release', await start(broken), undefined)
    await stop()
    const backup = /backups\/(\S+)/.exec(output)?.[1] ?? ''
    expectSame('image: going back', (await podman('run', '--rm', ...options, tagOf(next), 'restore', backup, '--replace')).code, 0)
    expectSame('image: version after going back', await start(next), next)
    expectSame('image: booking after going back', await readAppointment(booked), 200)
    expectSame('image: exit code of a stop', (await podman('stop', '--time', '60', name)).code, 0)
    expectSame('image: exit code', (await podman('inspect', '--format', '{{.State.ExitCode}}', name)).output.trim(), '0')
  } finally {
    await stop()
    await podman('volume', 'rm', '--force', name)
  }
}

/** Does work for which the released image and images of newer releases are needed. */
export async function withImages({ expectSame, ...versions }: Omit<Trial, 'folder'>, work: () => Promise<void>): Promise<void> {
  const file = (await readdir(released)).find(entry => entry.endsWith('-image.tar')) ?? ''
  expectSame('image: installation', (await podman('load', '--quiet', '--input', path.join(released, file))).code, 0)
  try {
    await makeNext(versions)
    await work()
  } finally {
    await removeImages([versions.next, versions.broken].map(tagOf))
  }
}

export async function removeImages(images: readonly string[]): Promise<void> {
  for (const image of images) await podman('rmi', '--force', image)
}

const options = [
  ...'--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges --network host'.split(' '),
  ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
  `--volume=${name}:/var/lib/openhour`,
]

/** Runs a container until its health check succeeds; the version that serves, undefined if it has ended. */
async function start(version: string): Promise<string | undefined> {
  await podman('run', '--detach', '--name', name, ...options, tagOf(version))
  const script = `until podman healthcheck run ${name}; do podman inspect ${name} --format '{{.State.Status}}' | grep -q running || exit 1; sleep 1; done`
  const healthy = await runAndShow('timeout', ['120', 'sh', '-c', script])
  return healthy.code === 0 ? versionIn((await podman('exec', name, 'openhour', 'status')).output) : undefined
}

const stop = () => podman('rm', '--force', '--ignore', '--time', '60', name)

/** Images of newer releases. */
async function makeNext(versions: Parameters<typeof changes>[0]): Promise<void> {
  for (const change of changes(versions)) {
    const container = await buildah('from', '--pull-never', tagOf(change.from))
    try {
      await changeRelease(path.join(await buildah('mount', container), 'usr/lib/openhour'), change)
      await buildah('commit', '--quiet', '--format', 'docker', container, tagOf(change.version))
    } finally {
      await buildah('rm', container)
    }
  }
}
