import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile, rm, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The transaction of `book_appointment` as a careful program would run it from outside, one statement after the
 * other; triggers take the seat and write audit and outbox rows in both. `\gset` keeps an answer for the
 * statements after it.
 */
const script = `\\set n :base + :i * :clients + :client_id
\\set i :i + 1
BEGIN;
SELECT w.client, w.schedule_id AS schedule, w.starts_at, w.mentor_id AS mentor FROM bench_requests w JOIN users u ON u.id = w.client WHERE w.n = :n AND u.active FOR NO KEY UPDATE OF u \\gset
SELECT count(*) AS known FROM appointments WHERE booked_by = :client::uuid AND idempotency_key = 'bench-' || :n \\gset
SELECT status AS session_status, booking_opens_at IS NULL OR booking_opens_at <= now() AS opened, support_type_id AS kind FROM schedules WHERE id = :schedule::uuid \\gset
SELECT starts_at > now() AS ahead, blocked IS NULL AS open FROM slots WHERE schedule_id = :schedule::uuid AND starts_at = :starts_at::timestamptz AND live AND mentor_id = :mentor::uuid \\gset
SELECT notice_minutes, max_open, missed_limit, missed_days FROM settings \\gset
SELECT count(*) AS missed FROM appointments WHERE user_id = :client::uuid AND status = 'noshow' AND excused_at IS NULL AND starts_at > now() - make_interval(days => :missed_days::int) AND starts_at <= now() \\gset
SELECT count(*) AS open_ones FROM appointments WHERE user_id = :client::uuid AND status IN ('pending', 'booked') AND starts_at > now() \\gset
SELECT count(*) AS missing FROM current_contracts c WHERE c.required_for = 'booking' AND NOT EXISTS (SELECT 1 FROM acceptances a WHERE a.user_id = :client::uuid AND a.version_id = c.version_id) \\gset
SELECT needs_approval, price_amount, price_currency FROM support_types WHERE id = :kind::uuid \\gset
SELECT id AS slot FROM slots WHERE schedule_id = :schedule::uuid AND starts_at = :starts_at::timestamptz AND live AND blocked IS NULL AND taken + held < seats AND mentor_id = :mentor::uuid ORDER BY taken, roster LIMIT 1 \\gset
INSERT INTO appointments (user_id, slot_id, requested_mentor_id, status, questions, price_amount, price_currency, booked_by, changed_by, idempotency_key, created_at)
  VALUES (:client::uuid, :slot::uuid, :mentor::uuid, 'booked', '{}', :price_amount::int, :price_currency, :client::uuid, :client::uuid, 'bench-' || :n, now());
COMMIT;
`

/**
 * Bookings a second by pgbench with prepared statements for so many seconds, from request `base` on; and how many
 * requests it used at most.
 */
export async function bookByStatements(
  url: string,
  { base, clients, seconds }: { base: number; clients: number; seconds: number },
): Promise<{ rate: number; used: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openhour-bench-'))
  try {
    const file = path.join(folder, 'booking.sql')
    await writeFile(file, script)
    const args = [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${clients}`,
      `--time=${seconds}`,
      `--file=${file}`,
      '-D',
      `base=${base}`,
      '-D',
      `clients=${clients}`,
      '-D',
      'i=0',
      url,
    ]
    const output = await run('pgbench', args)
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    const done = Number(/actually processed: (\d+)/.exec(output)?.[1])
    if (!rate || !done) throw new Error(`pgbench said:\n${output}`)
    // Its clients do not run in step: some are ahead of the others.
    return { rate, used: Math.ceil(done * 1.5) + clients * 50 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** pgbench's own version, or null where it is not installed. */
export const pgbenchVersion = (): Promise<string | null> =>
  run('pgbench', ['--version']).then(
    text => text.trim(),
    () => null,
  )

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`)
  return output
}
