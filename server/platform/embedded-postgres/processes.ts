import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether a process with this id runs, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/**
 * An ended orphan keeps its id until the init process reaps it, which in a container may be never.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return afterName(readFileSync(`/proc/${pid}/stat`, 'utf8')).startsWith('Z')
  } catch {
    return false
  }
}

/**
 * The second field of a process's status is the program's name in brackets; it may contain spaces
 * and brackets.
 */
function afterName(status: string): string {
  return status.slice(status.lastIndexOf(')') + 2)
}

/**
 * Identifies a process beyond its id: the boot and its start time. Ids are reused, so an old mark
 * must not match a new process. Undefined if there is no such process, or the system does not
 * report it.
 */
export async function readProcessIdentity(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined
  if (process.platform === 'linux') {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    const began = status && afterName(status).split(' ')[19]
    return began && `${boot.trim()} ${began}`
  }
  if (process.platform === 'win32') return undefined
  return printed('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** The command line of a process; undefined if there is none or the system does not report it. */
export async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return line.replaceAll('\0', ' ').trim() || undefined
  }
  if (process.platform === 'win32') return undefined
  return printed('ps', ['-o', 'command=', '-p', String(pid)])
}

function printed(file: string, args: string[]): Promise<string | undefined> {
  return new Promise(resolve => {
    execFile(file, args, (error, stdout) => resolve(error ? undefined : stdout.trim() || undefined))
  })
}

/** Polls until the condition holds; false after the time in milliseconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > end) return false
    await pause(20)
  }
  return true
}
