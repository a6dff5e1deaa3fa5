import type { Feature } from '#registry/strategy.js'
import { type FeatureGatesConfig, isFeatureEnabled } from '#server/feature-gates/feature-gates.js'
import type { ServedKinds } from './served-versions.js'

/** The kind that a feature is about. Kubernetes 1.34 serves it, and the feature is always on there. */
const KINDS: Readonly<Record<Feature, string>> = {
  DynamicResourceAllocation: 'ResourceClaim',
  VolumeAttributesClass: 'VolumeAttributesClass',
}

/** A feature is on where its kind is served or its gate is on, unless the gate is off explicitly. */
export function featuresOf(
  { kinds, isServed }: ServedKinds,
  config: FeatureGatesConfig,
): ReadonlySet<Feature> {
  const served = new Set(
    kinds
      .flatMap(({ versions }) => versions)
      .filter(isServed)
      .map(({ kind }) => kind),
  )
  return new Set(
    (Object.keys(KINDS) as Feature[]).filter(
      (name) =>
        isFeatureEnabled(name, config) || (served.has(KINDS[name]) && config.featureGates[name] !== false),
    ),
  )
}
