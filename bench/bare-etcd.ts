import { EtcdClient } from '#storage/etcd/client.js'
import { Keyspace } from '#storage/etcd/keyspace.js'

/**
 * The baseline for servers on etcd: only calls through our client. Prints calls per second.
 *   node bare-etcd.js <endpoint> put|read <concurrency> <seconds> <bytes>
 */
const [endpoint = '', work, concurrency, seconds, bytes] = process.argv.slice(2)
const client = new EtcdClient({ endpoints: [endpoint] })
const keyspace = new Keyspace('/bench')
const value = Buffer.alloc(Number(bytes), 'x')
const run = `${process.pid}-${Date.now()}`
let count = 0

const call = () =>
  work === 'put'
    ? client.write({ success: [{ put: { key: keyspace.outer(`${run}/${count++}`), value } }] })
    : client.read({ success: [{ range: { key: keyspace.head } }] }).finally(() => count++)

const end = performance.now() + Number(seconds) * 1000
const worker = async () => {
  while (performance.now() < end) await call()
}
const start = performance.now()
await Promise.all(Array.from({ length: Number(concurrency) }, worker))
console.log((count / ((performance.now() - start) / 1000)).toFixed(0))
client.close()
