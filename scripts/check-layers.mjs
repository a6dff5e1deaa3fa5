// The layer rule: which folder of src/ may import which, no cycles between files, and no folder that is too large to
// read at a glance. Type imports count. The clock rule: who may read the system time.
// docs/explanation/architecture.md explains the order.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const ALLOWED = {
  protocol: [],
  util: [],
  observe: ['util'],
  schema: ['util'],
  meta: ['util', 'schema'],
  selector: ['util', 'meta'],
  codec: ['util', 'schema', 'meta'],
  patch: ['util', 'schema', 'meta'],
  apply: ['util', 'schema', 'meta'],
  structural: ['util', 'schema', 'meta', 'apply', 'cel'],
  cel: ['util', 'schema', 'meta'],
  storage: ['util', 'observe'],
  cache: ['util', 'observe', 'meta', 'selector', 'codec', 'storage'],
  registry: ['util', 'observe', 'schema', 'meta', 'selector', 'codec', 'patch', 'apply', 'storage', 'cache'],
  transfer: ['util', 'storage', 'registry'],
  proxy: ['util', 'meta', 'registry'],
  streaming: ['util', 'meta', 'registry'],
  kinds: ['util', 'schema', 'meta', 'cel', 'structural', 'registry'],
  discovery: ['util', 'schema', 'meta', 'registry'],
  admission: ['util', 'schema', 'meta', 'selector', 'cache', 'registry', 'kinds'],
  controllers: ['util', 'observe', 'schema', 'meta', 'selector', 'cache', 'registry'],
  'custom-resources': [
    'util',
    'observe',
    'schema',
    'meta',
    'cache',
    'structural',
    'registry',
    'kinds',
    'controllers',
    'webhooks',
  ],
  workloads: [
    'util',
    'observe',
    'schema',
    'meta',
    'selector',
    'cache',
    'registry',
    'streaming',
    'kinds',
    'controllers',
  ],
  federation: [
    'util',
    'observe',
    'schema',
    'meta',
    'selector',
    'codec',
    'patch',
    'cache',
    'registry',
    'proxy',
    'kinds',
    'controllers',
  ],
  webhooks: [
    'util',
    'cel',
    'apply',
    'observe',
    'schema',
    'meta',
    'selector',
    'codec',
    'patch',
    'cache',
    'registry',
    'kinds',
    'controllers',
  ],
  http: ['protocol', 'util', 'observe', 'meta', 'selector', 'codec', 'registry', 'discovery'],
  access: [
    'protocol',
    'util',
    'observe',
    'schema',
    'meta',
    'selector',
    'codec',
    'cache',
    'registry',
    'kinds',
    'controllers',
    'http',
  ],
}
ALLOWED.nodes = ['util', 'meta', 'registry', 'proxy', 'streaming', 'kinds']
ALLOWED.faults = ['util', 'observe', 'meta', 'codec', 'registry', 'http']
ALLOWED.search = [
  'util',
  'observe',
  'meta',
  'selector',
  'codec',
  'storage',
  'cache',
  'registry',
  'proxy',
  'discovery',
  'federation',
  'http',
]
ALLOWED.aggregation = [
  'util',
  'observe',
  'meta',
  'registry',
  'proxy',
  'kinds',
  'controllers',
  'webhooks',
  'discovery',
  'http',
  'access',
]
ALLOWED.inspect = ['protocol', 'util', 'meta', 'apply', 'storage', 'registry', 'controllers', 'http']
ALLOWED.recording = ['util', 'schema', 'meta', 'storage', 'registry', 'kinds', 'federation']
ALLOWED.backup = [
  'util',
  'observe',
  'meta',
  'storage',
  'registry',
  'transfer',
  'controllers',
  'http',
  'access',
  'proxy',
  'federation',
]
const EVERYTHING_BELOW = Object.keys(ALLOWED)
// Code that runs in browsers: pure functions and types.
ALLOWED.console = ['protocol', 'util', 'meta', 'apply', 'selector', 'federation']
ALLOWED.server = [...EVERYTHING_BELOW]
ALLOWED.cli = ['util', 'meta', 'transfer', 'federation', 'recording', 'server', 'testing']
// The files at the root are the entry points of the library; they need only the composition root.
ALLOWED['index.ts'] = [...EVERYTHING_BELOW, 'server']
ALLOWED.testing = [...EVERYTHING_BELOW, 'server']
ALLOWED['testing.ts'] = ['testing', 'apply', 'util', 'faults']
ALLOWED['node-test.ts'] = ['testing']
ALLOWED['vitest.ts'] = ['testing']

const MAX_FILES_PER_FOLDER = 25

// A server has one clock, which a test can move. Only these read the system time, and each has a reason.
const SYSTEM_TIME = {
  'src/util/clock.ts': 'the system clock itself',
  'src/testing/test-clock.ts': 'the system clock plus an offset',
  'src/federation/joining/cluster-taints.ts': 'a command without a server: kubectl writes timeAdded, too',
  'src/server/server.ts': 'the default of a server',
  'src/storage/memory/storage.ts': 'the default of a store without a server',
  'src/storage/embedded/storage.ts': 'the default of a store without a server',
  'src/storage/etcd/storage.ts': 'the default of a store without a server',
  'src/http/http1/response-heads.ts': 'the Date header: caches compare it with their own clocks',
  'src/http/connection/client-error.ts': 'the Date header',
  'src/http/response/respond-document.ts': 'the Expires header, which belongs to the Date header',
  'src/observe/logger.ts': 'log lines are compared with those of other programs',
  'src/observe/access-log.ts': 'log lines are compared with those of other programs',
  'src/observe/trace/otlp-exporter.ts': 'spans are compared with those of other programs',
  'src/access/audit/open-audit.ts': 'the age of log files: the file system has the system time',
  'src/access/certificates/certificate-authority.ts': 'clients check certificates by the system time',
  'src/access/front-proxy/front-proxy-credentials.ts': 'other servers check certificates by the system time',
  'src/access/certificates/self-signed.ts': 'clients check certificates by the system time',
  'src/access/certificates/server-credentials.ts': 'clients check certificates by the system time',
  'src/federation/propagation/copies/cluster-link.ts': 'pauses between requests to another server',
  'src/transfer/export-store.ts': 'a command, not a server',
  'src/backup/archive/archiver.ts': 'the age of files: the file system has the system time',
  'src/server/backup/make-backup.ts': 'a command, not a server',
  'src/server/backup/restore.ts': 'a command, not a server',
  'src/server/migrate.ts': 'a command, not a server',
  'src/recording/recording-writer.ts': 'a command, not a server',
  'src/cli/store/progress-display.ts': 'a command, not a server',
}
const READS_SYSTEM_TIME = /\bDate\.now\(|\bnew Date\(\)|\bsystemClock\b/

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"\n]*?from\s*['"]([.#][^'"]+)['"]|import\(\s*['"]([.#][^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([.#][^'"]+)['"]|\}\s*from\s*['"]([.#][^'"]+)['"]/g

const src = 'src'
const files = readdirSync(src, { recursive: true })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join(src, path))
/** `#x` is in `src`, `#test/x` in `test`; everything else is relative. */
const fileOf = (specifier, importer) => {
  const path = specifier.startsWith('#test/')
    ? specifier.slice(1)
    : specifier.startsWith('#')
      ? join(src, specifier.slice(1))
      : normalize(join(dirname(importer), specifier))
  const file = path.replace(/\.js$/, '.ts')
  return existsSync(`${file}x`) ? `${file}x` : file
}
const testFiles = readdirSync('test', { recursive: true })
  .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
  .map((path) => join('test', path))
const filesByFolder = () => {
  const folders = new Map()
  for (const file of [...files, ...testFiles])
    folders.set(dirname(file), [...(folders.get(dirname(file)) ?? []), file])
  return folders
}
const layerOf = (file) => relative(src, file).split('/')[0]

const problems = []
for (const file of files) {
  if (/\.(test|contract|examples|fixture)\.ts$/.test(file)) continue
  const reads = READS_SYSTEM_TIME.test(readFileSync(file, 'utf8'))
  if (reads && !(file in SYSTEM_TIME))
    problems.push(`${file} reads the system time: take the clock of the server`)
  if (!reads && file in SYSTEM_TIME)
    problems.push(`${file} no longer reads the system time: take it off the list`)
}
const graph = new Map()
for (const file of files) {
  const isTest = /\.(test|contract|examples|fixture)\.ts$/.test(file)
  const layer = layerOf(file)
  if (!(layer in ALLOWED)) {
    problems.push(`${file}: the folder ${layer} has no place in the layer rule`)
    continue
  }
  const targets = []
  for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const specifier = match[1] ?? match[2] ?? match[3] ?? match[4]
    const target = fileOf(specifier, file)
    targets.push(target)
    const other = layerOf(target)
    // A test may import the in-process server; nothing else may import upwards.
    if (isTest && (other === 'testing.ts' || target.startsWith('test/'))) continue
    if (other !== layer && !ALLOWED[layer].includes(other))
      problems.push(`${file}: ${layer} may not import ${other} (${specifier})`)
  }
  graph.set(file, targets)
}

for (const [folder, inFolder] of filesByFolder()) {
  if (inFolder.length > MAX_FILES_PER_FOLDER)
    problems.push(`${folder} has ${inFolder.length} files, more than ${MAX_FILES_PER_FOLDER}: split it`)
}

const state = new Map()
function visit(file, trail) {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    problems.push(`import cycle: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`)
    return
  }
  state.set(file, 'open')
  for (const target of graph.get(file) ?? []) visit(target, [...trail, file])
  state.set(file, 'done')
}
for (const file of graph.keys()) visit(file, [])

for (const problem of problems) console.error(problem)
console.log(`layers: ${files.length} files, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
