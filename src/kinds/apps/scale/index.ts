import { autoscalingV1, extensionsV1beta1 } from '#kinds/groups.js'
import type { LabelSelector } from '#meta/label-selector.js'
import type { Subresource } from '#registry/kind.js'
import { defaultScaleView, scaleEndpoint, scaleSight } from './endpoint.js'
import { autoscalingForm, extensionsForm, type Scalable } from './form.js'
import { AutoscalingScale, ExtensionsScale } from './schema.js'

/** The `scale` subresource, the same for every kind with replicas. */

const SCALE = { name: 'scale', kind: 'Scale', verbs: ['get', 'patch', 'update'] } as const

export const extensionsScale: Subresource = {
  ...SCALE,
  groupVersion: extensionsV1beta1,
  schema: ExtensionsScale,
  endpoint: scaleEndpoint(extensionsForm, defaultScaleView(extensionsForm, selectorObject)),
  view: scaleSight(extensionsForm, defaultScaleView(extensionsForm, selectorObject)),
}

export const autoscalingScale: Subresource = {
  ...SCALE,
  groupVersion: autoscalingV1,
  schema: AutoscalingScale,
  endpoint: scaleEndpoint(autoscalingForm, defaultScaleView(autoscalingForm, selectorObject)),
  view: scaleSight(autoscalingForm, defaultScaleView(autoscalingForm, selectorObject)),
}

/** For a kind that selects by labels alone. */
export const autoscalingScaleByLabels: Subresource = {
  ...autoscalingScale,
  endpoint: scaleEndpoint(autoscalingForm, defaultScaleView(autoscalingForm, selectorLabels)),
  view: scaleSight(autoscalingForm, defaultScaleView(autoscalingForm, selectorLabels)),
}

function selectorObject({ spec }: Scalable): LabelSelector | undefined {
  return (spec.selector as LabelSelector | null | undefined) ?? undefined
}

function selectorLabels({ spec }: Scalable): LabelSelector {
  return { matchLabels: spec.selector as Record<string, string> | undefined, matchExpressions: undefined }
}
