/**
 * Whether suites that go through every combination do so. `npm test` tries a few of each, so that a fault of a
 * single ability, input or day may show in CI only; CI tries all, on Debian's PostgreSQL or by
 * `npm run check -- --only exhaustive`.
 */
export const isExhaustive = process.env.LOOK_CLOSELY === 'yes' || process.env.TEST_POSTGRES === 'debian'
