import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { podTemplateWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { rfc1123Label } from '#meta/formats.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'

/** Warns about a name with dots, which is valid, but pods and hosts are named after it. */
export function podNameWarnings(
  { metadata }: Readonly<ApiObject>,
  current: Readonly<ApiObject> | undefined,
): readonly string[] {
  if (current !== undefined) return NONE
  const messages = rfc1123Label(metadata.name ?? '')
  if (messages.length === 0) return NONE
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
  ]
}

interface Workload extends ApiObject {
  readonly spec: { readonly template?: PodTemplateSpec | undefined }
}

/** Warnings about a workload: its name on create, its template whenever it changes. */
export function workloadWarnings(
  object: Readonly<Workload>,
  current: Readonly<Workload> | undefined,
  isChanged: boolean,
): readonly string[] {
  return [...podNameWarnings(object, current), ...templateWarnings(object, current, isChanged)]
}

/** The same without warnings about the name. */
export function templateWarnings(
  { spec }: Readonly<Workload>,
  _current: Readonly<Workload> | undefined,
  isChanged: boolean,
): readonly string[] {
  return !isChanged || spec.template === undefined
    ? NONE
    : podTemplateWarnings(spec.template, 'spec.template')
}

/** The same for a kind that warns only of a changed template, whatever else changes. */
export function changedTemplateWarnings(
  object: Readonly<Workload>,
  current: Readonly<Workload> | undefined,
  isChanged: boolean,
): readonly string[] {
  const isSame = current && semanticEqual(PodTemplateSpec, object.spec.template, current.spec.template)
  return isSame ? NONE : templateWarnings(object, current, isChanged)
}

/** The same for a pod. */
export function hostnameWarnings({ name = '' }: ObjectMeta): readonly string[] {
  const messages = rfc1123Label(name)
  if (messages.length === 0) return NONE
  return [
    `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
  ]
}

const NONE: readonly string[] = []
