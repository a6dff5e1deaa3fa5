export { Snapshot } from './testing/snapshot.js'
export { type ServerClock, TestClock } from './testing/test-clock.js'
export { startTestServer, type TestServer, type TestServerOptions } from './testing/test-server.js'
export { ManualClock } from './util/clock.js'
