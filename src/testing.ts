export { Snapshot } from './testing/snapshot.js'
export { startTestServer, type TestServer, type TestServerOptions } from './testing/test-server.js'
export { ManualClock } from './util/clock.js'
