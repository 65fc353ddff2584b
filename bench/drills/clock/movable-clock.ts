import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The system's clock as the product sees it, which a drill moves while it runs. What only ever goes on (timers,
 * time-outs) is let alone.
 */
export interface MovableClock {
  /** What the product is started with. */
  settings: Record<string, string>
  /** Milliseconds since 1970. */
  now(): number
  /** Moves it by this many milliseconds. Passing time and a changed clock look the same. */
  move(ms: number): void
  /** It stands still from now on. */
  stop(): void
  remove(): Promise<void>
}

/** With libfaketime, below the process, or without it, within: `npm test` runs where only git and Node are. */
export async function openMovableClock(withLibrary: boolean): Promise<MovableClock> {
  const library = withLibrary ? findLibrary() : null
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-clock-'))
  // Started as root, the product reads it as another user.
  await chmod(folder, 0o755)
  const file = path.join(folder, 'clock')
  let ahead = 0
  let stopped: number | null = null
  const now = () => stopped ?? Date.now() + ahead
  // In one step: read half-written, it would be a jump.
  const write = () => {
    writeFileSync(`${file}.new`, library ? inWordsOfLibrary(ahead, stopped) : stopped === null ? String(ahead) : `=${stopped}`)
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    settings: library
      ? {
          LD_PRELOAD: library,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_NO_CACHE: '1',
          DONT_FAKE_MONOTONIC: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        }
      : { NODE_OPTIONS: `--import=${new URL('moved-date.mjs', import.meta.url).href}`, DRILL_CLOCK: file },
    now,
    move(ms) {
      ahead += ms
      write()
    },
    stop() {
      stopped = now()
      write()
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Seconds ahead, or a local time. */
function inWordsOfLibrary(ahead: number, stopped: number | null): string {
  if (stopped === null) return `${ahead < 0 ? '-' : '+'}${Math.abs(ahead / 1000)}`
  const at = new Date(stopped)
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`
}

const places = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/usr/local/lib']

function findLibrary(): string {
  for (const place of places) {
    const library = path.join(place, 'faketime', 'libfaketimeMT.so.1')
    if (existsSync(library)) return library
  }
  throw new Error('libfaketime is needed (Debian: apt-get install faketime), or --library 0 to move the clock within the product instead')
}
