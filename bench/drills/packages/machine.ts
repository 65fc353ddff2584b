import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Exit code and output of a command. */
export interface Done {
  code: number
  output: string
}

/** Debian with systemd and nothing else, which shares this machine's network. */
export interface Machine {
  /** Its root folder, seen from here. */
  root: string
  /** Runs a script as root in /root, which stops at its first failure. */
  run(script: string): Promise<Done>
  remove(): Promise<void>
}

/** Runs a command and prints what it prints. */
export async function runAndShow(file: string, args: readonly string[], shown = `${file} ${args.join(' ')}`): Promise<Done> {
  console.log(`$ ${shown}`)
  const done = await run(file, args, { maxBuffer: 2 ** 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stdout + error.stderr }),
  )
  console.log(done.output.trim())
  return done
}

/** Debian's packages as a tar file, from which machines are made. */
export async function makeBaseSystem(folder: string): Promise<string> {
  const file = path.join(folder, 'base.tar')
  await run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=systemd,systemd-sysv', 'bookworm', file], { maxBuffer: 2 ** 26 })
  return file
}

/** Boots a machine. Needs root. */
export async function bootMachine(base: string): Promise<Machine> {
  const root = await mkdtemp(path.join(tmpdir(), 'openhour-machine-'))
  await run('tar', ['-xpf', base, '-C', root])
  await mkdir(path.join(root, 'etc/apt/apt.conf.d'), { recursive: true })
  await writeFile(path.join(root, 'etc/apt/apt.conf.d/drill'), 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n')
  const options = ['--keep-unit', '--register=no', '--link-journal=no', '--quiet', '--boot']
  const child = spawn('systemd-nspawn', ['--directory', root, ...options], { stdio: 'ignore' })
  const remove = async () => {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await rm(root, { recursive: true, force: true })
  }
  try {
    const leader = await findLeader(child)
    const machine: Machine = {
      root,
      run: script => runAndShow('nsenter', [`--target=${leader}`, '--all', '--wdns=/root', 'env', '-i', ...shell, script], script),
      remove,
    }
    // systemd-nspawn hides the boot id, but not from services with a /proc of their own, so that commands would not know the server.
    const { code } = await machine.run(
      'until systemctl is-system-running | grep -E "running|degraded"; do sleep 1; done\numount /proc/sys/kernel/random/boot_id',
    )
    if (code !== 0) throw new Error('the machine did not boot')
    return machine
  } catch (error) {
    await remove()
    throw error
  }
}

const shell = ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', 'timeout', '300', 'sh', '-ec']

/** The machine's first process, which is systemd. */
async function findLeader({ pid, exitCode }: ChildProcess): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (exitCode !== null) throw new Error(`systemd-nspawn ended with ${exitCode}`)
    const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
    if (first && (await readFile(`/proc/${first}/comm`, 'utf8').catch(() => '')).trim() === 'systemd') return Number(first)
    await pause(100)
  }
  throw new Error('the machine did not boot in half a minute')
}
