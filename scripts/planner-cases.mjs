// Replays recorded replica plans: `node scripts/planner-cases.mjs FILE`. The file is a JSON array of cases, each with
// the input of the planner and the expected plan.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/planner-cases.mjs FILE')
  process.exit(2)
}
const compiled = new URL('../.build/src/', import.meta.url)
if (!existsSync(compiled)) {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.json'], {
    cwd: new URL('..', import.meta.url),
    stdio: 'inherit',
  })
}
const load = (module) => import(new URL(`${module}.js`, compiled))
const { planReplicas } = await load('federation/replicas/planner')
const { EQUAL_SHARES, parsePreferences, readPreferences } = await load('federation/replicas/preferences')
const { parseExactJson } = await load('util/exact-json')

/** The preferences: the text of the annotation, or its parsed value. */
function preferencesOf(value) {
  try {
    return typeof value === 'string' ? parsePreferences(value) : readPreferences(value)
  } catch {
    return EQUAL_SHARES
  }
}

const counts = (value) => new Map([...(value ?? [])].map(([cluster, count]) => [cluster, BigInt(count.text)]))

const shown = (value) =>
  [...value]
    .map(([cluster, count]) => `${cluster}=${count}`)
    .sort()
    .join(' ')

let passed = 0
let failed = 0
for (const [index, recorded] of parseExactJson(readFileSync(file, 'utf8')).entries()) {
  const plan = planReplicas(
    {
      replicas: BigInt(recorded.get('replicasToDistribute').text),
      clusters: recorded.get('availableClusters') ?? [],
      current: counts(recorded.get('currentReplicaCount')),
      capacity: counts(recorded.get('estimatedCapacity')),
      key: recorded.get('replicaSetKey'),
    },
    preferencesOf(recorded.get('preferences') ?? null),
  )
  const expected = recorded.get('expected')
  const problems = ['scheduled', 'overflow'].flatMap((part) => {
    const wanted = shown(counts(expected.get(part)))
    const actual = shown(plan[part])
    return wanted === actual ? [] : [`${part}: expected ${wanted || 'none'}, planned ${actual || 'none'}`]
  })
  if (problems.length === 0) passed++
  else {
    failed++
    console.log(`case ${index} (${recorded.get('group')}): ${problems.join('; ')}`)
  }
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
