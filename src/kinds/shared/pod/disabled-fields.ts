import type { Feature } from '#registry/strategy.js'
import type { Container } from './containers/container.js'
import type { PodSpec } from './pod-spec.js'

/** Fields of features that Kubernetes 1.33 has off by default. They are removed from what clients send. */

interface DisabledFeature {
  /** The feature, if it can be on. */
  readonly name?: Feature
  isUsed(spec: Readonly<PodSpec>): boolean
  drop(spec: PodSpec): void
}

const podResources: DisabledFeature = {
  isUsed: ({ resources }) => resources !== undefined,
  drop(spec) {
    spec.resources = undefined
  },
}

const resourceClaims: DisabledFeature = {
  name: 'DynamicResourceAllocation',
  isUsed: (spec) =>
    spec.resourceClaims !== undefined ||
    someContainer(spec, ({ resources }) => resources.claims !== undefined),
  drop(spec) {
    spec.resourceClaims = undefined
    eachContainer(spec, ({ resources }) => {
      resources.claims = undefined
    })
  },
}

const stopSignals: DisabledFeature = {
  isUsed: (spec) => someContainer(spec, ({ lifecycle }) => lifecycle?.stopSignal !== undefined),
  drop(spec) {
    eachContainer(spec, (container) => {
      const { lifecycle } = container
      if (lifecycle?.stopSignal === undefined) return
      lifecycle.stopSignal = undefined
      if (!lifecycle.postStart && !lifecycle.preStop) container.lifecycle = undefined
    })
  },
}

const imageVolumes: DisabledFeature = {
  isUsed: ({ volumes }) => volumes?.some(({ image }) => image !== undefined) ?? false,
  drop(spec) {
    const { volumes = [] } = spec
    const dropped = new Set(volumes.filter(({ image }) => image !== undefined).map(({ name }) => name))
    spec.volumes = filled(volumes.filter(({ image }) => image === undefined))
    eachContainer(spec, (container) => {
      container.volumeMounts = filled(container.volumeMounts?.filter(({ name }) => !dropped.has(name)))
    })
  },
}

const trustBundles: DisabledFeature = {
  isUsed: (spec) => someSource(spec, ({ clusterTrustBundle }) => clusterTrustBundle !== undefined),
  drop(spec) {
    someSource(spec, (source) => {
      source.clusterTrustBundle = undefined
      return false
    })
  },
}

const DISABLED = [podResources, resourceClaims, stopSignals, imageVolumes, trustBundles]

/** A feature that the current object already uses stays. */
export function dropDisabledFields(
  spec: PodSpec,
  current: Readonly<PodSpec> | undefined,
  features: ReadonlySet<Feature>,
): void {
  for (const feature of DISABLED) {
    if (feature.name !== undefined && features.has(feature.name)) continue
    if (feature.isUsed(spec) && !(current && feature.isUsed(current))) feature.drop(spec)
  }
}

const filled = <T>(list: T[] | undefined) => (list?.length ? list : undefined)

function someContainer(spec: Readonly<PodSpec>, test: (container: Container) => boolean): boolean {
  return (
    (spec.containers?.some(test) ?? false) ||
    (spec.initContainers?.some(test) ?? false) ||
    (spec.ephemeralContainers?.some(test) ?? false)
  )
}

function eachContainer(spec: PodSpec, change: (container: Container) => void): void {
  spec.containers?.forEach(change)
  spec.initContainers?.forEach(change)
  spec.ephemeralContainers?.forEach(change)
}

type Volume = NonNullable<PodSpec['volumes']>[number]
type Source = NonNullable<NonNullable<Volume['projected']>['sources']>[number]

const someSource = ({ volumes }: Readonly<PodSpec>, test: (source: Source) => boolean) =>
  volumes?.some(({ projected }) => projected?.sources?.some(test)) ?? false
