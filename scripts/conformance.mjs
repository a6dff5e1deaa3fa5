// Starts the built server and replays the recorded cases of every area in test/conformance-areas.txt, in memory and on etcd.
// The cases lie beside the project; without them there is nothing to replay and that is said.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { EtcdCluster, etcdMissing } from '../.build/test/support/etcd/member.js'

const RUNNER = '../shared/conformance/run.mjs'
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

if (!existsSync(RUNNER)) {
  console.log('conformance: no recorded cases beside the project, nothing replayed')
  process.exit(0)
}

const areas = []
const excluded = []
for (const line of readFileSync('test/conformance-areas.txt', 'utf8').split('\n')) {
  const text = line.replace(/#.*/, '').trim()
  if (text === '') continue
  if (text.startsWith('-')) excluded.push(text.slice(1).trim())
  else areas.push(text)
}
const filter = `^(?!(${excluded.map(escaped).join('|') || '$'})$)(${areas.map(escaped).join('|')})/`

/** Resolves with the exit code of the replay against a server on some storage. */
async function replay(storage) {
  const server = spawn(
    process.execPath,
    ['dist/cli/main.js', 'serve', '--port', '0', '--log-level', 'error', ...storage],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let url
  for await (const line of createInterface({ input: server.stdout })) {
    url = /http:\/\/\S+/.exec(line)?.[0]
    if (url) break
  }
  if (!url) {
    console.error('conformance: the server did not start')
    return 1
  }
  const runner = spawn(
    process.execPath,
    [RUNNER, '--server', url, '--filter', filter, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  const [code] = await once(runner, 'exit')
  server.kill('SIGTERM')
  await once(server, 'exit')
  return code ?? 1
}

console.log('conformance: in memory')
process.exitCode = await replay(['--storage', 'memory'])
if (etcdMissing) {
  console.log(`conformance: nothing replayed on etcd: ${etcdMissing}`)
} else {
  console.log('conformance: on etcd')
  const cluster = await EtcdCluster.start()
  const code = await replay(['--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join(',')])
  await cluster.remove()
  process.exitCode ||= code
}
