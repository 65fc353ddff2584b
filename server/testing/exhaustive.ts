/**
 * Whether suites that go through every combination do so. `npm test` tries a few of each, chosen so that a broken
 * rule fails there, too; CI tries all, on Debian's PostgreSQL or by `npm run check -- --only exhaustive`.
 */
export const isExhaustive = process.env.LOOK_CLOSELY === 'yes' || process.env.OPENHOUR_TEST_POSTGRES === 'debian'
