/**
 * Tests an engine against the rules of `contract.ts`. An engine's test file calls this with a function that makes a
 * new, empty location for a store, and adds its own tests.
 */
import { describe } from 'node:test'
import { beginningRules } from './beginning.contract.js'
import { compactionRules } from './compaction.contract.js'
import { freshStores, type StoreLocation } from './contract.fixture.js'
import { feedRules, onlyWriterRules } from './feeds.contract.js'
import { historyRules } from './history.contract.js'
import { durableRules, lifetimeRules } from './lifetime.contract.js'
import { modelRule } from './model.contract.js'
import { prefixFeedRules } from './prefix.contract.js'
import { readRules } from './reads.contract.js'
import { writeRules } from './writes.contract.js'

export interface EngineTraits {
  /** A reopened store has its former content. */
  readonly isDurable: boolean
  /** No other process can write to a store that the engine has open. */
  readonly isOnlyWriter: boolean
  /** The largest value; that of the contract by default. */
  readonly maxValueLength?: number
}

export function storageContract(
  name: string,
  traits: EngineTraits,
  makeHome: () => Promise<StoreLocation>,
): void {
  const fresh = freshStores(makeHome)
  describe(`${name}: writes`, () => writeRules(fresh, traits.maxValueLength))
  describe(`${name}: reads`, () => readRules(fresh))
  describe(`${name}: feeds`, () => {
    feedRules(fresh)
    prefixFeedRules(fresh, { reopens: traits.isDurable })
    if (traits.isOnlyWriter) onlyWriterRules(fresh)
  })
  describe(`${name}: history`, () => historyRules(fresh))
  describe(`${name}: compaction`, () => compactionRules(fresh))
  describe(`${name}: lifetime`, () => {
    lifetimeRules(fresh)
    if (traits.isDurable) {
      durableRules(fresh)
      beginningRules(fresh)
    }
  })
  describe(`${name}: everything at random`, () => modelRule(fresh, traits.isDurable))
}
