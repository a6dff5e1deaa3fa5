import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { Namespace } from '#kinds/core/namespace/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { describeViolations, violationsOf } from './evaluate.js'
import { checkNamespace } from './namespace-check.js'
import { describeStandard, type Policy, policyOf, type Standard } from './policy.js'
import { type CheckedPod, containersOf } from './violation.js'

const NAMESPACES = 'core/namespaces/'
/** Subresources that do not change what a pod may do. */
const IGNORED: ReadonlySet<string> = new Set(['binding', 'eviction', 'status'])
const WITH_TEMPLATE: ReadonlySet<string> = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'PodTemplate',
  'ReplicaSet',
  'ReplicationController',
  'StatefulSet',
])
const GROUPS: ReadonlySet<string> = new Set(['', 'apps', 'batch', 'extensions'])
const AUDIT = 'pod-security.kubernetes.io/'

/** Holds pods to the Pod Security Standards that the labels of their namespace ask for. */
export class PodSecurity implements AdmissionPlugin {
  readonly name = 'PodSecurity'
  readonly #stored: StoredObjects
  readonly #policies = new WeakMap<Namespace, Policy>()

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    if (operation === 'delete') return false
    if (group === '' && (kind === 'Pod' || kind === 'Namespace')) return true
    return WITH_TEMPLATE.has(kind) && GROUPS.has(group)
  }

  appliesIn(namespace: string | undefined): boolean {
    if (namespace === undefined) return true
    const policy = this.#policyOf(namespace)
    return policy !== undefined && !policy.allowsAll
  }

  check(review: AdmissionReview): void | Promise<void> {
    const { kind } = review.version
    const { subresource } = review
    if (kind === 'Namespace')
      return subresource === undefined ? checkNamespace(review, this.#stored) : undefined
    const policy = this.#policyOf(review.namespace)
    if (policy === undefined || policy.allowsAll) return
    if (kind !== 'Pod') {
      const template = subresource === undefined ? templateOf(review) : undefined
      if (template !== undefined) report(review, template, policy)
    } else if (subresource === undefined || !IGNORED.has(subresource)) checkPod(review, policy)
  }

  #policyOf(name: string | undefined): Policy | undefined {
    const namespace = this.#stored.get<Namespace>(NAMESPACES, undefined, name ?? '')
    if (namespace === undefined) return undefined
    let policy = this.#policies.get(namespace)
    if (policy === undefined) {
      policy = policyOf(namespace.metadata.labels)
      this.#policies.set(namespace, policy)
    }
    return policy
  }
}

function checkPod(review: AdmissionReview, policy: Policy): void {
  const pod = review.object as Pod
  const current = review.current as Readonly<Pod> | undefined
  if (current !== undefined && !hasOtherContainers(pod, current)) return
  const { enforce } = policy
  review.auditAnnotations?.annotate(`${AUDIT}enforce-policy`, describeStandard(enforce))
  const violations = violationsOf(pod, enforce)
  if (violations.length === 0) report(review, pod, policy)
  else {
    audit(review, pod, policy)
    throw rejection(review, `violates ${described(enforce)}: ${describeViolations(violations)}`)
  }
}

/** Other changes of a pod that runs do not matter. */
function hasOtherContainers({ spec }: Readonly<Pod>, { spec: before }: Readonly<Pod>): boolean {
  const images = (of: Readonly<Pod>['spec']) => containersOf(of).map(({ name, image }) => `${name} ${image}`)
  return images(spec).join('\n') !== images(before).join('\n')
}

function report(review: AdmissionReview, pod: CheckedPod, policy: Policy): void {
  audit(review, pod, policy)
  const violations = violationsOf(pod, policy.warn)
  if (violations.length > 0) review.warnings?.push(wouldViolate(policy.warn, describeViolations(violations)))
}

function audit({ auditAnnotations }: AdmissionReview, pod: CheckedPod, { audit }: Policy): void {
  if (auditAnnotations === undefined) return
  const violations = violationsOf(pod, audit)
  if (violations.length === 0) return
  auditAnnotations.annotate(`${AUDIT}audit-violations`, wouldViolate(audit, describeViolations(violations)))
}

const described = (standard: Standard) => `PodSecurity ${JSON.stringify(describeStandard(standard))}`

const wouldViolate = (standard: Standard, what: string) => `would violate ${described(standard)}: ${what}`

function templateOf({ object }: AdmissionReview): CheckedPod | undefined {
  interface Templated {
    readonly template?: Partial<CheckedPod>
    readonly jobTemplate?: { readonly spec?: Templated }
  }
  const { spec, template: own } = object as unknown as Templated & { readonly spec?: Templated }
  const template = own ?? spec?.template ?? spec?.jobTemplate?.spec?.template
  return template?.spec && { metadata: template.metadata ?? {}, spec: template.spec }
}
