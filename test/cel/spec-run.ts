import { tests as specification } from '@bufbuild/cel-spec/testdata/conformance.js'
import { compile } from '#cel/compile.js'
import { type CelType, typeName } from '#cel/types.js'
import { equal } from '#cel/values/equality.js'
import { CelList, type CelValue, Optional } from '#cel/values/values.js'
import { type SpecJson, specType, specValue } from './spec-values.js'

/** Runs the conformance tests of the CEL specification. */

export interface SuiteResult {
  readonly suite: string
  readonly total: number
  /** Skipped tests: protobuf messages, and libraries that Kubernetes does not have. */
  readonly outside: number
  readonly passed: number
  /** The names of failed tests, with the actual results. */
  readonly failed: readonly string[]
}

/** Libraries that rules do not have, and suites about protobuf messages only. */
const OUTSIDE_SUITES = new Set([
  'bindings_ext',
  'block_ext',
  'encoders_ext',
  'enums',
  'math_ext',
  'namespace',
  'proto2',
  'proto2_ext',
  'proto3',
  'wrappers',
])
const MESSAGES =
  /"container":"google|TestAllTypes|NestedTestAllTypes|google\.protobuf\.(?!Timestamp|Duration)|GlobalEnum|messageType|wrapper/
/** Features that are newer than the CEL version of rules: a string function, names in backticks. */
const NEWER = /\.reverse\(\)|\.`/

export function runSpecification(): SuiteResult[] {
  return (specification.suites ?? []).map((suite) => runSuite(suite))
}

function runSuite(suite: SpecJson): SuiteResult {
  let [total, outside, passed] = [0, 0, 0]
  const failed: string[] = []
  for (const { path, test } of testsOf(suite, '')) {
    total++
    if (isOutside(suite.name, test)) {
      outside++
      continue
    }
    const error = run(test)
    if (error === undefined) passed++
    else failed.push(`${path}: ${test.expr} → ${error}`)
  }
  return { suite: suite.name, total, outside, passed, failed }
}

function* testsOf(suite: SpecJson, path: string): Iterable<{ path: string; test: SpecJson }> {
  for (const { original } of suite.tests ?? [])
    yield { path: `${path}${suite.name}/${original.name}`, test: original }
  for (const inner of suite.suites ?? []) yield* testsOf(inner, `${path}${suite.name}/`)
}

function isOutside(suite: string, test: SpecJson): boolean {
  if (OUTSIDE_SUITES.has(suite) || MESSAGES.test(JSON.stringify(test)) || NEWER.test(test.expr)) return true
  // Functions that a test declares have no implementation. Rules are always type-checked.
  return (
    test.disableCheck === true || (test.typeEnv ?? []).some((variable: SpecJson) => 'function' in variable)
  )
}

/** The error, or undefined. */
function run(test: SpecJson): string | undefined {
  const variables = new Map<string, CelType>()
  for (const { name, ident } of test.typeEnv ?? [])
    variables.set(name, specType(ident.type) ?? { kind: 'dyn' })
  const { program, errors } = compile(test.expr, { variables, allowsMixedLiterals: true })
  if (!program) return 'evalError' in test ? undefined : (errors[0] as string)
  const wantedType = test.typedResult?.deducedType && specType(test.typedResult.deducedType)
  if (wantedType && typeName(wantedType) !== typeName(program.resultType)) {
    return `of type ${typeName(program.resultType)}`
  }
  if (test.checkOnly) return undefined
  const bindings: Record<string, CelValue | undefined> = {}
  for (const [name, { value }] of Object.entries<SpecJson>(test.bindings ?? {}))
    bindings[name] = specValue(value)
  const outcome = program.evaluate(bindings)
  if ('evalError' in test) return outcome.failure === undefined ? show(outcome.value) : undefined
  if (outcome.failure !== undefined) return outcome.failure
  const wanted = specValue(test.value ?? test.typedResult?.result ?? { boolValue: true })
  if (wanted === undefined) return 'wants a value that is not known here'
  return isSame(wanted, outcome.value) ? undefined : show(outcome.value)
}

/** Equal, and of the same type. NaN is the same as itself. */
function isSame(wanted: CelValue, got: CelValue): boolean {
  if (typeof wanted === 'number' && Number.isNaN(wanted)) return Number.isNaN(got)
  return typeof wanted === typeof got && equal(wanted, got)
}

function show(value: CelValue): string {
  if (value instanceof CelList) return `[${[...value].map(show).join(', ')}]`
  if (value instanceof Optional) return value.value === undefined ? 'none' : `some(${show(value.value)})`
  return typeof value === 'object'
    ? JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part))
    : String(value)
}
