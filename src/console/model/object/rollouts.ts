import { type ApiObject, at, numberAt, textAt } from '../api/object.js'
import { type Fields, isFields } from './values.js'

const REVISION = 'deployment.kubernetes.io/revision'
const CHANGE_CAUSE = 'kubernetes.io/change-cause'
const TEMPLATE_HASH = 'pod-template-hash'

/** A template that a Deployment has had. */
export interface Revision {
  readonly number: number
  readonly name: string
  readonly created: string | undefined
  readonly cause: string | undefined
  readonly replicas: number
  readonly template: Fields
}

/** The revisions that ReplicaSets of the Deployment keep, the newest first. */
export function readRevisions(deployment: ApiObject, replicaSets: readonly ApiObject[]): Revision[] {
  const { uid } = deployment.metadata
  return replicaSets
    .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
    .map((each) => ({
      number: Number(each.metadata.annotations?.[REVISION] ?? 0),
      name: each.metadata.name ?? '',
      created: each.metadata.creationTimestamp,
      cause: textAt(each, 'metadata', 'annotations', CHANGE_CAUSE),
      replicas: numberAt(each, 'spec', 'replicas') ?? 0,
      template: plainTemplate(at(each, 'spec', 'template')),
    }))
    .filter(({ number }) => number > 0)
    .toSorted((one, other) => other.number - one.number)
}

/** A template without what the server and the controller add, such as the hash in the labels. */
export function plainTemplate(template: unknown): Fields {
  if (!isFields(template)) return {}
  const metadata = isFields(template.metadata) ? template.metadata : {}
  const { creationTimestamp: _, ...meta } = metadata
  const labels = isFields(meta.labels) ? meta.labels : {}
  const { [TEMPLATE_HASH]: __, ...rest } = labels
  return { ...template, metadata: { ...meta, labels: rest } }
}

/** The JSON patch that brings a template back. It fails if the Deployment has changed since it was read. */
export const rollbackPatch = (deployment: ApiObject, { template }: Revision): readonly Fields[] => [
  { op: 'test', path: '/metadata/resourceVersion', value: deployment.metadata.resourceVersion },
  { op: 'replace', path: '/spec/template', value: template },
]
