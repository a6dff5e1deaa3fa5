// Runs compiled test files:
//   node scripts/run-tests.mjs                  the quick ones: nothing but Node is needed, and little time
//   node scripts/run-tests.mjs --all            every one
//   node scripts/run-tests.mjs storage schema   every one whose path contains one of the words
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { buildDocsPage } from './build-docs-page.mjs'

const ROOT = '.build'

/**
 * Folders and files of tests that need other programs, minutes, or an otherwise idle machine. Quick tests read from
 * `test/support/scope.ts` how long model tests run and on which engines.
 */
const THOROUGH = [
  'src/access/openid/issuer-keys.test',
  'src/cli/transfer.test',
  'src/codec/protobuf/round-trip.test',
  'src/federation/members/refused-feed.test',
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
  'src/storage/etcd/lease-election.test',
  'src/structural/validation/against-ajv.test',
  'src/structural/validation/hostile.test',
  'src/transfer/',
  'test/access/audit/fuzz.test',
  'test/access/audit/unwritable.test',
  'test/access/identity/credentials-fuzz.test',
  'test/access/identity/self-signed.test',
  'test/access/identity/tls.test',
  'test/access/limits.test',
  'test/access/openid/',
  'test/access/rbac/matrix.test',
  'test/access/rbac/two-servers.test',
  'test/admission/created-parts.test',
  'test/admission/webhook-failures.test',
  'test/api/encoding/compression.test',
  'test/api/etcd-tls.test',
  'test/api/kinds/event-expiry.test',
  'test/api/limits.test',
  'test/api/read/expiry.test',
  'test/api/read/list-versions.test',
  'test/api/revisions/',
  'test/api/two-servers.test',
  'test/api/versions/',
  'test/browser/',
  'test/cel/hostile.test',
  'test/cli/',
  'test/clients/',
  'test/custom-resources/define-kind.test',
  'test/custom-resources/real-definitions.test',
  'test/faults/',
  'test/federation/agent/',
  'test/federation/any-kind.test',
  'test/federation/autoscalers.test',
  'test/federation/capacity.test',
  'test/federation/copy-deletion.test',
  'test/federation/hostile-members.test',
  'test/federation/jobs.test',
  'test/federation/joining.test',
  'test/federation/kube-members.test',
  'test/federation/policies/policies.test',
  'test/federation/propagation.test',
  'test/federation/proxy/',
  'test/federation/search/',
  'test/federation/selectors.test',
  'test/federation/services/',
  'test/federation/two-servers.test',
  'test/fuzz/',
  'test/hostile/',
  'test/http/half-closed.test',
  'test/http/head.test',
  'test/http/live-kinds.test',
  'test/http/slow-clients.test',
  'test/lifecycle/',
  'test/model/autoscaler-versions.test',
  'test/model/controllers/faults.test',
  'test/model/ingress-versions.test',
  'test/model/replicated-versions.test',
  'test/model/versions.test',
  'test/openapi/http.test',
  'test/openapi/truth.test',
  'test/packaging/',
  'test/specs/',
  'test/testing/kubeconfig.test',
  'test/transfer/',
  'test/workloads/random.test',
]

/** Tests of behaviour that occurs once per process. */
const OWN_PROCESS = ['src/kinds/described-late.test']
/** How many quick files share a process: loading the kinds takes longer than most tests. */
const GROUP_SIZE = 8
const FEW_FILES = 40
const GROUPS = join(ROOT, 'groups')

const given = process.argv.slice(2)
const words = given.filter((word) => word !== '--all')
const isThorough = given.length > 0
const matches = (path) =>
  words.length > 0
    ? words.some((word) => path.includes(word))
    : isThorough || !THOROUGH.some((prefix) => path.startsWith(prefix))

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

process.env.BINNACLE_TESTS ??= isThorough ? 'all' : 'quick'

/** Number of skipped tests by reason, printed at the end. */
const leftOut = new Map()
process.on('exit', () => {
  for (const [reason, count] of leftOut) console.log(`left out, because ${reason}: ${count} tests or suites`)
})

await buildDocsPage(join(ROOT, 'src/http/docs/assets'))
const tests = run({ files, concurrency: availableParallelism(), timeout: 600_000 })
tests.on('test:fail', () => {
  process.exitCode = 1
})
tests.on('test:pass', ({ skip }) => {
  if (typeof skip === 'string') leftOut.set(skip, (leftOut.get(skip) ?? 0) + 1)
})
tests.compose(new spec()).pipe(process.stdout, { end: false })
