import type { ReplicaSet } from '#kinds/apps/replicaset/extensions-v1beta1/schema.js'
import { revisionName, templateHashes } from '#kinds/apps/revisions/metadata.js'
import { replicaSetHistory, templateOf } from '#kinds/apps/revisions/replica-sets.js'
import {
  readTemplateHistory,
  type TemplateRevision,
  templateHistoryKey,
} from '#kinds/apps/revisions/template-history.js'
import { extensionsV1beta1 } from '#kinds/groups.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { Subresource } from '#registry/kind.js'
import type { EndpointFactory, SubresourceHost } from '#registry/subresources/endpoint.js'
import type { CheckedType } from '#registry/write/field-check.js'
import { type ObjectType, readObject } from '#registry/write/read-object.js'
import { decoderOf } from '#schema/decode.js'
import { semanticEqual } from '#schema/equal.js'
import { type Deployment, DeploymentRollback } from './extensions-v1beta1/schema.js'
import { validateDeploymentRollback } from './validation.js'

const rollbackType: ObjectType<DeploymentRollback> & CheckedType = {
  ...extensionsV1beta1,
  plural: 'deploymentrollbacks',
  kind: 'DeploymentRollback',
  aliases: ['apps/v1beta1'],
  schema: DeploymentRollback,
  decode: decoderOf(DeploymentRollback),
}

const rollbackEndpoint: EndpointFactory = (host: SubresourceHost<Deployment>) => ({
  create: async ({ namespace, name }, body, options) => {
    const wanted = readObject(rollbackType, body)
    options.fields?.check(rollbackType, body)
    await host.admit(rollback, { namespace, name }, wanted, options, () => {
      const errors = new FieldErrors()
      validateDeploymentRollback(wanted, errors)
      if (errors.all.length > 0) throw invalid(rollbackType, wanted.name, errors.all)
    })

    // The body names the deployment, as it always did.
    await host.modify(
      { namespace, name: wanted.name },
      {
        retry: true,
        isAdmitted: true,
        options,
        next: (current) => {
          const { object } = current
          const changed = current.copy()
          changed.spec.template = wantedTemplate(wanted, object, host)
          changed.spec.rollbackTo = undefined
          if (wanted.updatedAnnotations !== undefined) {
            changed.metadata.annotations = { ...changed.metadata.annotations, ...wanted.updatedAnnotations }
          }
          return host.canonical(changed)
        },
      },
    )
    return wanted
  },
})

/** `rollback`: restores an earlier pod template and leaves everything else alone. */
export const rollback: Subresource = {
  name: 'rollback',
  kind: 'DeploymentRollback',
  schema: DeploymentRollback,
  verbs: ['create'],
  endpoint: rollbackEndpoint,
}

function wantedTemplate(
  { name, rollbackTo }: DeploymentRollback,
  deployment: Readonly<Deployment>,
  host: SubresourceHost<Deployment>,
): PodTemplateSpec {
  const { current, earlier } = readTemplateHistory(
    host.record(templateHistoryKey(replicaSetHistory.records, deployment)),
  )
  const history = [...ownedRevisions(deployment, host), ...earlier]
  const wanted = rollbackTo.revision ?? 0
  const found =
    wanted === current
      ? { template: deployment.spec.template }
      : wanted === 0
        ? previousRevision(history, deployment, current)
        : history.findLast(({ revision }) => revision === wanted)
  if (found !== undefined) return found.template
  const errors = new FieldErrors()
  const known = [...new Set(history.map(({ revision }) => revision))].sort((a, b) => a - b)
  errors.invalid(
    'rollbackTo.revision',
    wanted,
    known.length === 0 ? 'there is no earlier revision' : `the revisions there are: ${known.join(', ')}`,
  )
  throw invalid(rollbackType, name, errors.all)
}

/** The newest revision before the current one, or else the newest with another template. */
function previousRevision(
  history: readonly TemplateRevision[],
  { spec }: Deployment,
  current: number,
): TemplateRevision | undefined {
  const newest = (revisions: readonly TemplateRevision[]) =>
    revisions.reduce<TemplateRevision | undefined>(
      (best, candidate) => (best === undefined || candidate.revision >= best.revision ? candidate : best),
      undefined,
    )
  return (
    newest(history.filter(({ revision }) => revision < current)) ??
    newest(history.filter(({ template }) => !semanticEqual(PodTemplateSpec, template, spec.template)))
  )
}

/** Replica sets that a controller made for the deployment and marked with their revision. */
function* ownedRevisions(
  { metadata }: Readonly<Deployment>,
  host: SubresourceHost<Deployment>,
): Generator<TemplateRevision> {
  const uid = Buffer.from(metadata.uid ?? '')
  for (const served of host.siblings('replicasets', metadata.namespace)) {
    // There may be very many replica sets, and nearly all belong to other deployments.
    if (!served.json.includes(uid)) continue
    const revision = replicaSetHistory.numberOf(served)
    if (revision === undefined) continue
    if (!served.metadata().ownerReferences?.some(({ uid }) => uid === metadata.uid)) continue
    const template = templateOf(JSON.parse(served.json.toString()) as ReplicaSet)
    // Replica sets that the server itself made are in the template history, or no longer kept.
    if (isServerMade(served.name, metadata, template)) continue
    yield { revision, template }
  }
}

function isServerMade(name: string, metadata: ObjectMeta, template: PodTemplateSpec): boolean {
  for (const hash of templateHashes(template)) if (name === revisionName(metadata, hash)) return true
  return false
}
