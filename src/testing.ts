export {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  duplicateEvents,
  expireWatch,
  type FailOptions,
  type FaultAction,
  fail,
  slowBytes,
  staleReads,
} from './faults/actions.js'
export type { Fault, Faults } from './faults/faults.js'
export type { FaultMatch } from './faults/match.js'
export type { JournalEntry } from './testing/journal/entry.js'
export type { Har, HarEntry } from './testing/journal/har.js'
export type { Journal, JournalFilter } from './testing/journal/journal.js'
export { Snapshot } from './testing/snapshot.js'
export { startTestServer, type TestServer, type TestServerOptions } from './testing/test-server.js'
export { ManualClock } from './util/clock.js'
