export type { FieldChange } from './apply/diff/object-diff.js'
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
export { ApiStatusError, type FailureStatus } from './testing/client/api-status-error.js'
export type {
  ClientApplyOptions,
  ClientDeleteOptions,
  ClientListOptions,
  ClientPatchOptions,
  ClientWatchOptions,
  ClientWriteOptions,
  ObjectPage,
} from './testing/client/client-options.js'
export type { LooseObject, ObjectDraft, ObjectType } from './testing/client/object-types.js'
export type { BuiltInObjects } from './testing/client/objects/index.js'
export type { WatchedChange } from './testing/client/read-watch.js'
export type { TypedClient } from './testing/client/typed-client.js'
export { FixtureError } from './testing/fixtures/fixture-error.js'
export type { Fixture } from './testing/fixtures/read-fixtures.js'
export type { JournalEntry } from './testing/journal/entry.js'
export type { Har, HarEntry } from './testing/journal/har.js'
export type { Journal, JournalFilter } from './testing/journal/journal.js'
export type { ObjectChange } from './testing/observe/history.js'
export type { Condition, UntilOptions } from './testing/observe/until.js'
export { Snapshot } from './testing/snapshot.js'
export { type ServerClock, TestClock } from './testing/test-clock.js'
export { startTestServer, type TestServer, type TestServerOptions } from './testing/test-server.js'
export { ManualClock } from './util/clock.js'
