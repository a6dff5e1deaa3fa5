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
export type { FieldChange } from './testing/observe/diff.js'
export type { ObjectChange } from './testing/observe/history.js'
export type { Condition, UntilOptions } from './testing/observe/until.js'
export { Snapshot } from './testing/snapshot.js'
export { startTestServer, type TestServer, type TestServerOptions } from './testing/test-server.js'
export { ManualClock } from './util/clock.js'
