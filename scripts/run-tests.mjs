// Runs compiled test files:
//   node scripts/run-tests.mjs                  the quick ones: nothing but Node is needed, and little time
//   node scripts/run-tests.mjs --all            every one
//   node scripts/run-tests.mjs --rest           every one but the quick ones
//   node scripts/run-tests.mjs storage schema   every one whose path contains one of the words
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, sep } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { buildConsole } from './build-console.mjs'
import { buildDocsPage } from './build-docs-page.mjs'

const ROOT = '.build'

/**
 * Folders and files of tests that need other programs, minutes, or an otherwise idle machine. Quick tests read from
 * `test/support/scope.ts` how long model tests run and on which engines.
 */
const THOROUGH = [
  'src/access/openid/issuer-keys.test',
  'src/backup/archive/archiver.test',
  'src/cli/store/transfer.test',
  'src/codec/protobuf/round-trip.test',
  'src/federation/members/refused-feed.test',
  'src/federation/propagation/placing/failover-model.test',
  'src/federation/propagation/placing/job-failover-model.test',
  'src/http/http2/http2.test',
  'src/http/limits/slow-clients.test',
  'src/server/failed-start.test',
  'src/server/import-guard.test',
  'src/storage/embedded/commit/commit-faults.test',
  'src/storage/embedded/damage.test',
  'src/storage/embedded/data-folder.test',
  'src/storage/embedded/growth.test',
  'src/storage/etcd/cluster.test',
  'src/storage/etcd/etcd.test',
  'src/storage/etcd/format.test',
  'src/storage/etcd/lease-election.test',
  'src/structural/validation/against-ajv.test',
  'src/structural/validation/hostile.test',
  'src/transfer/',
  'test/access/audit/fuzz.test',
  'test/access/audit/repeated.test',
  'test/access/audit/unwritable.test',
  'test/access/authorization/authorization-file.test',
  'test/access/identity/credentials-fuzz.test',
  'test/access/identity/self-signed.test',
  'test/access/identity/tls.test',
  'test/access/limits.test',
  'test/access/one-connection.test',
  'test/access/openid/',
  'test/access/rbac/matrix.test',
  'test/access/rbac/two-servers.test',
  'test/admission/created-parts.test',
  'test/admission/webhook-failures.test',
  'test/aggregation/',
  'test/api/encoding/compression.test',
  'test/api/etcd-tls.test',
  'test/api/kinds/event-expiry.test',
  'test/api/limits.test',
  'test/api/read/expiry.test',
  'test/api/read/list-versions.test',
  'test/api/revisions/',
  'test/api/two-servers.test',
  'test/api/versions/',
  'test/backup/',
  'test/browser/',
  'test/cel/hostile.test',
  'test/cli/',
  'test/clients/',
  'test/custom-resources/define-kind.test',
  'test/custom-resources/real-definitions.test',
  'test/encryption/',
  'test/examples/',
  'test/faults/',
  'test/federation/agent/',
  'test/federation/any-kind.test',
  'test/federation/autoscalers.test',
  'test/federation/capacity.test',
  'test/federation/chaos/',
  'test/federation/clusters.test',
  'test/federation/copy-deletion.test',
  'test/federation/hostile-members.test',
  'test/federation/jobs.test',
  'test/federation/joining.test',
  'test/federation/kube-members.test',
  'test/federation/policies/failover.test',
  'test/federation/policies/plans.test',
  'test/federation/policies/policies.test',
  'test/federation/propagation.test',
  'test/federation/proxy/',
  'test/federation/restarts.test',
  'test/federation/search/',
  'test/federation/selectors.test',
  'test/federation/services/',
  'test/federation/spreading.test',
  'test/federation/two-servers.test',
  'test/fuzz/',
  'test/hostile/',
  'test/http/half-closed.test',
  'test/http/head.test',
  'test/http/live-kinds.test',
  'test/http/several-watches.test',
  'test/http/slow-clients.test',
  'test/lifecycle/',
  'test/migrate/',
  'test/model/autoscaler-versions.test',
  'test/model/controllers/faults.test',
  'test/model/ingress-versions.test',
  'test/model/replicated-versions.test',
  'test/model/versions.test',
  'test/nodes/',
  'test/observe/deploy.test',
  'test/observe/tracing.test',
  'test/openapi/custom-resources.test',
  'test/openapi/http.test',
  'test/openapi/truth.test',
  'test/packaging/',
  'test/specs/',
  'test/testing/kubeconfig.test',
  'test/transfer/',
  'test/workloads/exec.test',
  'test/workloads/random.test',
]

/** Tests of behaviour that occurs once per process. */
const OWN_PROCESS = ['src/kinds/described-late.test']
/** How many quick files share a process: loading the kinds takes longer than most tests. */
const GROUP_SIZE = 24
const FEW_FILES = 40
const GROUPS = join(ROOT, 'groups')

const given = process.argv.slice(2)
const words = given.filter((word) => !word.startsWith('--'))
const isThorough = given.length > 0
const isQuick = (path) => !THOROUGH.some((prefix) => path.startsWith(prefix))
function matches(path) {
  if (words.length > 0) return words.some((word) => path.includes(word))
  if (given.includes('--rest')) return !isQuick(path)
  return isThorough || isQuick(path)
}

rmSync(GROUPS, { recursive: true, force: true })
const allFiles = readdirSync(ROOT, { recursive: true })
  .map((path) => path.replaceAll(sep, '/'))
  .filter((path) => path.endsWith('.test.js'))
  .sort()
for (const prefix of [...THOROUGH, ...OWN_PROCESS]) {
  if (allFiles.some((path) => path.startsWith(prefix))) continue
  console.error(`scripts/run-tests.mjs names ${prefix}, but no test has that path`)
  process.exit(1)
}
const found = allFiles.filter(matches)
// A few files asked for by name run in a process each.
const isShared = (path) =>
  found.length > FEW_FILES && ![...THOROUGH, ...OWN_PROCESS].some((prefix) => path.startsWith(prefix))
const files = [...groups(found.filter(isShared)), ...found.filter((path) => !isShared(path))].map((path) =>
  join(ROOT, path),
)

/**
 * Writes a file per group that imports the files of the group, so that their tests run one after the other in one
 * process.
 */
function groups(paths) {
  const count = Math.ceil(paths.length / GROUP_SIZE)
  if (count > 0) mkdirSync(GROUPS)
  return Array.from({ length: count }, (_, index) => {
    const members = paths.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE)
    const path = join('groups', `${String(index).padStart(3, '0')}.mjs`)
    writeFileSync(join(ROOT, path), members.map((member) => `import '../${member}'\n`).join(''))
    return path
  })
}

if (files.length === 0) {
  console.error(`no test file matches ${words.join(', ')}`)
  process.exit(1)
}

process.env.TEST_SCOPE ??= isThorough ? 'all' : 'quick'

/** Number of skipped tests by reason, printed at the end. */
const leftOut = new Map()
/** Milliseconds by file; the largest are printed at the end of thorough runs. */
const durations = new Map()
process.on('exit', () => {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, isThorough ? 30 : 0)
  for (const [file, ms] of slowest.filter(([, ms]) => ms >= 10_000))
    console.log(`${Math.round(ms / 1000)} s: ${relative(ROOT, file)}`)
  for (const [reason, count] of leftOut) console.log(`left out, because ${reason}: ${count} tests or suites`)
})

await buildDocsPage(join(ROOT, 'src/http/docs/assets'))
await buildConsole(join(ROOT, 'src/http/console/assets/console'))
const tests = run({ files, concurrency: availableParallelism(), timeout: 600_000 })
tests.on('test:fail', (test) => {
  process.exitCode = 1
  count(test)
})
tests.on('test:pass', (test) => {
  count(test)
  const { skip } = test
  if (typeof skip === 'string') leftOut.set(skip, (leftOut.get(skip) ?? 0) + 1)
})

function count({ nesting, file, details }) {
  if (nesting === 0 && file !== undefined)
    durations.set(file, (durations.get(file) ?? 0) + details.duration_ms)
}
const report = tests.compose(new spec())
report.pipe(process.stdout, { end: false })
// A process that a failed test left behind may hold a pipe to this one.
report.on('end', () => process.exit())
