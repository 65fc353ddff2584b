import { secretsWithOlderKey } from '../../platform/metrics/measures.ts'
import type { Settings } from '../../platform/config.ts'
import type { Job } from '../../platform/jobs.ts'
import { readKeyFile } from '../../platform/secrets/key-file.ts'
import { countWithOlderKey, resealAll } from './commands.ts'

/**
 * Reads the keys again, by default from the key file, and re-encrypts values of older keys with the first one, on every
 * server. So a key changes without a restart (docs/operations.md).
 */
export const secretsJob = (readKeys = ({ keyFile }: Settings) => readKeyFile(keyFile)): Job => ({
  name: 'secrets',
  everySeconds: 60,
  async run({ db, settings, secrets, organisation }, ending) {
    const keys = await readKeys(settings)
    // A temporarily missing file changes nothing; the next start reports it.
    if (keys) secrets.use(keys)
    if ((await countWithOlderKey(db, secrets)) > 0) await resealAll(db, secrets, ending)
    secretsWithOlderKey.set(organisation, await countWithOlderKey(db, secrets))
  },
})
