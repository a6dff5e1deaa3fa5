/** A process that opens a store, writes to it, and keeps it open until it is killed. */
import { openEmbeddedStorage } from './storage.js'

const storage = await openEmbeddedStorage({ directory: process.argv[2] as string })
await storage.write([{ type: 'create', key: 'held', value: Buffer.from('held') }])
// An open store does not keep a process alive.
setInterval(() => undefined, 1000)
process.send?.('open')
