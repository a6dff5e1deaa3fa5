// Starts the built server on every storage engine and replays the recorded cases in test/conformance-areas.txt against
// each. CONFORMANCE_ENGINES chooses some of the engines. The cases are in a folder beside the project; without it the script says so
// and ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { EtcdCluster, etcdMissing } from '../.build/test/support/etcd/member.js'
import { temporaryFolder } from '../.build/test/support/temporary-folder.js'

const RECORDED = '../shared/conformance'
const RUNNER = `${RECORDED}/run.mjs`

/** Sets of cases, each with the flags of its server and the options of the runner. */
const OPEN_SERVER = { serve: [], runner: [] }
const TOKENS = ['--token-auth-file', `${RECORDED}/cases-access/tokens.csv`]
const KNOWN_USERS = {
  serve: TOKENS,
  runner: ['--cases', `${RECORDED}/cases-access`, '--token', 'tok'],
}
const STRICT_NAMESPACES = {
  serve: [...TOKENS, '--namespaces', 'strict'],
  runner: ['--cases', `${RECORDED}/cases-fresh`, '--token', 'tok'],
}

if (!existsSync(RUNNER)) {
  console.log('conformance: no recorded cases beside the project, nothing replayed')
  process.exit(0)
}

const lines = readFileSync('test/conformance-areas.txt', 'utf8')
  .split('\n')
  .map((line) => line.replace(/#.*/, '').trim())
  .filter((line) => line !== '')
const replayed = lines.filter((line) => !line.startsWith('- ')).map(casePattern)
const leftOut = lines.filter((line) => line.startsWith('- ')).map((line) => casePattern(line.slice(2)))
const filter = `^(?!(${leftOut.join('|')})$)(${replayed.join('|')})$`

/** The pattern of `area/name`; an area alone stands for all of its cases. */
function casePattern(text) {
  const name = text.includes('/') ? text : `${text}/*`
  return name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
}

/** Resolves with the exit code of the replays against servers on some storage, one after the other. */
async function replay(storage) {
  let failed = 0
  for (const set of [OPEN_SERVER, KNOWN_USERS, STRICT_NAMESPACES]) {
    failed = (await replaySet(set, storage)) || failed
  }
  return failed
}

async function replaySet({ serve, runner: options }, storage) {
  const server = spawn(
    process.execPath,
    ['dist/cli/main.js', 'serve', '--port', '0', '--log-level', 'error', ...serve, ...storage],
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
    [RUNNER, '--server', url, '--filter', filter, ...options, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  const [code] = await once(runner, 'exit')
  server.kill('SIGTERM')
  await once(server, 'exit')
  return code ?? 1
}

async function replayEmbedded() {
  const { path, remove } = await temporaryFolder()
  try {
    return await replay(['--storage', 'embedded', '--data-dir', path])
  } finally {
    await remove()
  }
}

async function replayOnEtcd() {
  const cluster = await EtcdCluster.start()
  try {
    return await replay(['--storage', 'etcd', '--etcd-endpoints', cluster.endpoints.join(',')])
  } finally {
    await cluster.remove()
  }
}

const ENGINES = {
  memory: () => replay(['--storage', 'memory']),
  embedded: replayEmbedded,
  etcd: replayOnEtcd,
}
let failed = 0
for (const [name, replayOn] of Object.entries(ENGINES)) {
  if (!(process.env.CONFORMANCE_ENGINES ?? name).split(',').includes(name)) continue
  if (name === 'etcd' && etcdMissing) {
    console.log(`conformance: nothing replayed on etcd: ${etcdMissing}`)
    continue
  }
  console.log(`conformance: ${name} storage`)
  failed = (await replayOn()) || failed
}
process.exitCode = failed
