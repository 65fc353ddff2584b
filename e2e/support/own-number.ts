import { test } from '@playwright/test'

let given = 0

/** The number of a client that is this test's alone: no two workers give the same, and none gives one twice. */
export const ownNumber = (): number => 500_000 + test.info().workerIndex * 1_000 + (given += 1)
