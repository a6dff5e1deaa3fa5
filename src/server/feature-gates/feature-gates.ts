import type { Logger } from '#observe/logger.js'
import { parseBool } from '#util/text/parse-bool.js'
import { FEATURE_GATES } from './known-gates.js'

export interface FeatureGatesConfig {
  /** Feature gates that are not at their default. */
  readonly featureGates: Readonly<Record<string, boolean>>
}

export const DEFAULT_FEATURE_GATES: FeatureGatesConfig = { featureGates: {} }

/** All gates of a stage. */
const ALL: ReadonlySet<string> = new Set(['AllAlpha', 'AllBeta'])

/** The gates that change something here. All others are known, and the server behaves as with their defaults. */
export const EFFECTIVE_GATES: ReadonlySet<string> = new Set([
  'DynamicResourceAllocation',
  'MutatingAdmissionPolicy',
  'RemoteRequestHeaderUID',
  'VolumeAttributesClass',
])

/** `name=true,name=false`; undefined if it cannot be read. The component `kube:` may come first. */
export function parseFeatureGates(text: string): Readonly<Record<string, boolean>> | undefined {
  const pairs = text.split(',').map((pair) => /^(?:kube:)?([^=:]+)=(.+)$/.exec(pair.trim()))
  const gates = pairs.map((pair) => [pair?.[1]?.trim() ?? '', parseBool(pair?.[2]?.trim() ?? '')] as const)
  return gates.some(([, isOn]) => isOn === undefined)
    ? undefined
    : (Object.fromEntries(gates) as Readonly<Record<string, boolean>>)
}

/** The error of the gates, if any. */
export function featureGatesError({ featureGates }: FeatureGatesConfig): string | undefined {
  for (const [name, isOn] of Object.entries(featureGates)) {
    const gate = FEATURE_GATES.get(name)
    if (gate === undefined && !ALL.has(name)) return `--feature-gates: unrecognized feature gate: ${name}`
    if (gate?.isLocked && gate.isOn !== isOn) {
      return `--feature-gates: cannot set feature gate ${name} to ${isOn}, feature is locked to ${gate.isOn}`
    }
  }
  return undefined
}

export function isFeatureEnabled(name: string, { featureGates }: FeatureGatesConfig): boolean {
  const gate = FEATURE_GATES.get(name)
  const ofStage = gate?.stage === 'ALPHA' ? featureGates.AllAlpha : featureGates.AllBeta
  const isOfStage = gate?.stage === 'ALPHA' || gate?.stage === 'BETA'
  return featureGates[name] ?? (isOfStage ? ofStage : undefined) ?? gate?.isOn ?? false
}

/**
 * The admission plugins that a gate turns off. That of mutating policies is on where their kinds are served, unless its gate
 * is off by name.
 */
export const pluginsOffByGate = ({ featureGates }: FeatureGatesConfig): readonly string[] =>
  featureGates.MutatingAdmissionPolicy === false ? ['MutatingAdmissionPolicy'] : []

/** Warns of gates that were changed and change nothing. */
export function warnOfIneffectiveGates({ featureGates }: FeatureGatesConfig, logger: Logger): void {
  const gates = Object.entries(featureGates).flatMap(([name, isOn]) =>
    EFFECTIVE_GATES.has(name) || FEATURE_GATES.get(name)?.isOn === isOn ? [] : [name],
  )
  if (gates.length > 0) logger.warn({ gates }, 'these feature gates have no effect')
}
