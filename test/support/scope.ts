/**
 * The scope of a run: `quick` needs only Node and has short models, `all` is everything. `scripts/run-tests.mjs` sets it; a
 * test file that is run by itself tests everything.
 */
export const isQuick = process.env.TEST_SCOPE === 'quick'

/** A number of rounds, operations or objects: one for the whole test, a smaller one for quick runs. */
export const sized = (whole: number, quick: number): number => (isQuick ? quick : whole)
