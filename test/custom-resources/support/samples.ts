import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { mergePatch } from '#patch/merge-patch.js'
import type { Json } from '#test/support/client.js'

/** A merge patch of the first good object, and the error; `…` matches any text. */
export interface Refusal {
  readonly change: Json
  readonly error: string
}

/** The steps of the first valid object. */
export interface Life {
  /** A field for `kubectl explain`, and fields in its output. */
  readonly explain: { readonly field: string; readonly shows: readonly string[] }
  /** Expected fields after the create. */
  readonly becomes: Json
  /** A status, written at the subresource, */
  readonly status?: Json
  /** or a change of the whole object if there is no such subresource. */
  readonly change?: Json
  /** Cells of the wide table by column; `…` matches any text. */
  readonly columns: Readonly<Record<string, string>>
  readonly patch: Json
  readonly patched: Json
  readonly scale?: { readonly replicas: number; readonly selector: string }
  readonly selects?: { readonly field: string; readonly value: string }
  readonly deprecated?: { readonly version: string; readonly warning: string }
}

/** A definition and objects of its kind. */
export interface Sample {
  readonly file: string
  readonly definition: Json
  readonly good: readonly [Json, ...Json[]]
  /** Objects that are rejected on create. */
  readonly bad: readonly Refusal[]
  /** Invalid updates of the first valid object. */
  readonly refused?: readonly Refusal[]
  readonly life: Life
}

const FOLDER = fileURLToPath(new URL('../../../../test/custom-resources/', import.meta.url))

/** One per file of definitions. */
export function samples(): readonly Sample[] {
  return readdirSync(`${FOLDER}manifests`).map((name) => ({
    file: manifestPath(name),
    definition: fromYaml(manifestPath(name)),
    ...fromYaml(`${FOLDER}samples/${name}`),
  }))
}

const manifestPath = (name: string) => `${FOLDER}manifests/${name}`

/** The files use anchors for repeated parts. */
function fromYaml(path: string): Json {
  const read = parse(readFileSync(path, 'utf8'), { merge: true, maxAliasCount: -1 })
  return JSON.parse(JSON.stringify(read))
}

/** The path of the objects of a sample. */
export function pathOf({ definition }: Sample, namespace: string, { apiVersion }: Json): string {
  const { names, scope } = definition.spec
  const place = scope === 'Namespaced' ? `/namespaces/${namespace}` : ''
  return `/apis/${apiVersion}${place}/${names.plural}`
}

/** An object after a merge patch. */
export const changed = (object: Json, change: Json): Json => mergePatch(object, change)

/** Whether a text matches; `…` matches any text. */
export function isLike(text: string, expected: string): boolean {
  const escaped = expected.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(escaped.join('[^]*')).test(text)
}

/** The path of a missing expected value; other values are allowed. Lists are compared item by item. */
export function lackOf(actual: Json, expected: Json, path = ''): string | undefined {
  if (typeof expected !== 'object' || expected === null) {
    const isSame = Object.is(actual, expected)
    return isSame ? undefined : `${path}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`
  }
  return Object.entries(expected)
    .map(([name, value]) => lackOf(actual?.[name], value, `${path}/${name}`))
    .find((lack) => lack !== undefined)
}
