// Starts the built server and replays the recorded cases of every area in test/conformance-areas.txt.
// The cases lie beside the project; without them there is nothing to replay and that is said.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

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

const server = spawn(
  process.execPath,
  ['dist/cli/main.js', 'serve', '--port', '0', '--storage', 'memory', '--log-level', 'error'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
let url
for await (const line of createInterface({ input: server.stdout })) {
  url = /http:\/\/\S+/.exec(line)?.[0]
  if (url) break
}
if (!url) {
  console.error('conformance: the server did not start')
  process.exit(1)
}

const runner = spawn(
  process.execPath,
  [RUNNER, '--server', url, '--filter', filter, ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
const [code] = await once(runner, 'exit')
server.kill('SIGTERM')
await once(server, 'exit')
process.exit(code ?? 1)
