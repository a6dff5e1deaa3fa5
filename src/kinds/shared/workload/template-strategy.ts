import { dropDisabledFields } from '#kinds/shared/pod/disabled-fields.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Strategy } from '#registry/strategy.js'

interface Templated extends ApiObject {
  readonly spec: { readonly template?: PodTemplateSpec | undefined }
}

/** The part of the strategy that kinds with a pod template share. */
export const templateStrategy: Pick<Strategy<Templated>, 'dropDisabledFields'> = {
  dropDisabledFields({ spec }, current, { features }) {
    if (spec.template) dropDisabledFields(spec.template.spec, current?.spec.template?.spec, features)
  },
}

interface Counted {
  readonly status: { terminatingReplicas?: number | undefined }
}

/** The count belongs to a feature that Kubernetes 1.33 has off by default. */
export function dropTerminatingReplicas({ status }: Counted, { status: current }: Readonly<Counted>): void {
  if (current.terminatingReplicas === undefined) status.terminatingReplicas = undefined
}
