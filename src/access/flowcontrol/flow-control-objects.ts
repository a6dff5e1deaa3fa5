import type { CachedObject } from '#cache/cached-object.js'
import { flowSchema } from '#kinds/flowcontrol/flowschema/index.js'
import type { FlowSchemaSpec } from '#kinds/flowcontrol/flowschema/schema.js'
import { priorityLevelConfiguration } from '#kinds/flowcontrol/prioritylevelconfiguration/index.js'
import { SYSTEM_FLOW_CONTROL } from '#kinds/flowcontrol/system-flow-control.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import type { LevelConfig } from './priority-level.js'

export interface SchemaConfig {
  readonly name: string
  /** Empty while the object is not stored. */
  readonly uid: string
  readonly spec: Readonly<FlowSchemaSpec>
}

export interface FlowControlConfig {
  readonly levels: readonly LevelConfig[]
  /** In order of precedence. Schemas whose level is missing are left out. `catch-all` is the last. */
  readonly schemas: readonly SchemaConfig[]
}

const KINDS: ReadonlySet<StoredKind> = new Set<StoredKind>([flowSchema, priorityLevelConfiguration])
const CATCH_ALL = 'catch-all'

/** Calls the listener after each change of the objects. Returns a function that stops it. */
export const followFlowControl = (feed: ChangeFeed, onChange: () => void): (() => void) =>
  feed.follow(onChange, (kind) => KINDS.has(kind))

/** The stored objects, and those mandatory ones that are not stored. */
export function readFlowControl(feed: ChangeFeed): FlowControlConfig {
  const { levels, schemas } = SYSTEM_FLOW_CONTROL
  const allLevels = withMandatory(
    feed.objectsOf(priorityLevelConfiguration).map((object) => parse<LevelConfig['spec']>(object)),
    levels.mandatory,
  )
  const allSchemas = withMandatory(
    feed.objectsOf(flowSchema).map((object) => parse<FlowSchemaSpec>(object)),
    schemas.mandatory,
    hasLevel,
  )
  const names = new Set(allLevels.map(({ name }) => name))
  return {
    levels: allLevels,
    schemas: allSchemas
      .map((schema) => ({ ...schema, spec: { ...schema.spec, rules: usableRules(schema.spec) } }))
      .filter(({ spec }) => names.has(spec.priorityLevelConfiguration.name))
      .sort(byPrecedence),
  }
}

interface Config<S> {
  readonly name: string
  readonly uid: string
  readonly spec: S
}

function parse<S>({ json }: CachedObject): Config<S> {
  const { metadata, spec } = JSON.parse(json.toString()) as {
    readonly metadata: { readonly name: string; readonly uid?: string }
    readonly spec: S
  }
  return { name: metadata.name, uid: metadata.uid ?? '', spec }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** Without null among rules and subjects. */
const usableRules = ({ rules }: Readonly<FlowSchemaSpec>) =>
  (rules ?? [])
    .filter(isObject)
    .map((rule) => ({ ...rule, subjects: (rule.subjects ?? []).filter(isObject) }))

const hasLevel = ({ priorityLevelConfiguration: level }: Readonly<FlowSchemaSpec>): boolean =>
  isObject(level) && typeof level.name === 'string'

function withMandatory<S>(
  stored: readonly Config<S>[],
  mandatory: readonly { readonly name: string; readonly spec: S }[],
  isUsable: (spec: S) => boolean = () => true,
): Config<S>[] {
  // Records may have come into the store without validation; one must not make every request an error.
  const usable = stored.filter(({ spec }) => isObject(spec) && isUsable(spec))
  const names = new Set(usable.map(({ name }) => name))
  const missing = mandatory.filter(({ name }) => !names.has(name))
  return [...usable, ...missing.map(({ name, spec }) => ({ name, uid: '', spec }))]
}

const precedenceOf = ({ name, spec }: SchemaConfig): number =>
  name === CATCH_ALL ? Number.POSITIVE_INFINITY : (spec.matchingPrecedence ?? 1_000)

function byPrecedence(one: SchemaConfig, other: SchemaConfig): number {
  const difference = precedenceOf(one) - precedenceOf(other)
  return difference === 0 || Number.isNaN(difference) ? (one.name < other.name ? -1 : 1) : difference
}
