import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { sameMeaning } from '#schema/equal.js'
import type { DaemonSet } from './extensions-v1beta1/schema.js'

/** `spec.templateGeneration` counts the pod templates a daemon set has had. The server keeps the count. */

export function firstTemplateGeneration({ spec }: DaemonSet): void {
  spec.templateGeneration = Math.max(1, spec.templateGeneration ?? 0)
}

export function nextTemplateGeneration({ spec }: DaemonSet, { spec: current }: Readonly<DaemonSet>): void {
  const changed = !sameMeaning(PodTemplateSpec, spec.template, current.template)
  spec.templateGeneration = (current.templateGeneration ?? 0) + (changed ? 1 : 0)
}
