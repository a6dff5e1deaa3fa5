import { autoscalingV1, extensionsV1beta1 } from '#kinds/groups.js'
import type { LabelSelector } from '#meta/label-selector.js'
import type { Subresource } from '#registry/kind.js'
import { scaleColumns } from './columns.js'
import { defaultScaleView, scaleEndpoint, scaleSubresourceView } from './endpoint.js'
import { autoscalingScaleVersion, extensionsScaleVersion, type Scalable } from './scale-version.js'
import { AutoscalingScale, ExtensionsScale } from './schema.js'

/** The `scale` subresource, the same for every kind with replicas. */

const SCALE = { name: 'scale', kind: 'Scale', verbs: ['get', 'patch', 'update'] } as const

export const extensionsScale: Subresource = {
  ...SCALE,
  groupVersion: extensionsV1beta1,
  schema: ExtensionsScale,
  endpoint: scaleEndpoint(extensionsScaleVersion, defaultScaleView(extensionsScaleVersion, selectorObject)),
  view: scaleSubresourceView(
    extensionsScaleVersion,
    defaultScaleView(extensionsScaleVersion, selectorObject),
  ),
}

export const autoscalingScale: Subresource = {
  ...SCALE,
  columns: scaleColumns,
  groupVersion: autoscalingV1,
  schema: AutoscalingScale,
  endpoint: scaleEndpoint(autoscalingScaleVersion, defaultScaleView(autoscalingScaleVersion, selectorObject)),
  view: scaleSubresourceView(
    autoscalingScaleVersion,
    defaultScaleView(autoscalingScaleVersion, selectorObject),
  ),
}

/** For a kind that selects by labels alone. */
export const autoscalingScaleByLabels: Subresource = {
  ...autoscalingScale,
  endpoint: scaleEndpoint(autoscalingScaleVersion, defaultScaleView(autoscalingScaleVersion, selectorLabels)),
  view: scaleSubresourceView(
    autoscalingScaleVersion,
    defaultScaleView(autoscalingScaleVersion, selectorLabels),
  ),
}

function selectorObject({ spec }: Scalable): LabelSelector | undefined {
  return (spec.selector as LabelSelector | null | undefined) ?? undefined
}

function selectorLabels({ spec }: Scalable): LabelSelector {
  return { matchLabels: spec.selector as Record<string, string> | undefined, matchExpressions: undefined }
}
