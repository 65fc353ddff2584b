import { secretsWithOlderKey } from '../../platform/metrics/measures.ts'
import type { Job } from '../../platform/jobs.ts'
import { readKeyFile } from '../../platform/secrets/key-file.ts'
import { countOlder, resealAll } from './commands.ts'

/** Reads the key file again and encrypts with its first key what older ones encrypted, on every server: a key is changed without a restart (docs/operations.md). */
export const secretsJob: Job = {
  name: 'secrets',
  everySeconds: 60,
  async run({ db, settings, secrets }, ending) {
    const keys = await readKeyFile(settings.keyFile)
    // A file that is away for a moment changes nothing; the next start says so.
    if (keys) secrets.use(keys)
    if ((await countOlder(db, secrets)) > 0) await resealAll(db, secrets, ending)
    secretsWithOlderKey.set(await countOlder(db, secrets))
  },
}
