import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { Namespace } from '#kinds/core/namespace/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import type { PodSecurityConfig } from './configuration.js'
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
  readonly #config: PodSecurityConfig
  readonly #policies = new WeakMap<Namespace, Policy>()

  constructor(stored: StoredObjects, config: PodSecurityConfig) {
    this.#stored = stored
    this.#config = config
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
      return subresource === undefined ? checkNamespace(review, this.#stored, this.#config) : undefined
    const isPod = kind === 'Pod'
    if (subresource !== undefined && (!isPod || IGNORED.has(subresource))) return
    const policy = this.#policyOf(review.namespace)
    if (this.#isExempt(review) || policy === undefined || policy.allowsAll) return
    const pod = isPod ? (review.object as Pod) : templateOf(review)
    const current = isPod ? (review.current as Readonly<Pod> | undefined) : undefined
    if (pod === undefined || (current !== undefined && !hasOtherContainers(review.object as Pod, current)))
      return
    const { runtimeClassName } = pod.spec
    if (runtimeClassName !== undefined && this.#config.exempt.runtimeClasses.has(runtimeClassName)) {
      noteExemption(review, 'runtimeClass')
    } else if (isPod) enforce(review, pod, policy)
    else report(review, pod, policy)
  }

  #isExempt(review: AdmissionReview): boolean {
    const { namespaces, users } = this.#config.exempt
    if (namespaces.has(review.namespace ?? '')) noteExemption(review, 'namespace')
    else if (users.has(review.user.name)) noteExemption(review, 'user')
    else return false
    return true
  }

  #policyOf(name: string | undefined): Policy | undefined {
    const namespace = this.#stored.get<Namespace>(NAMESPACES, undefined, name ?? '')
    if (namespace === undefined) return undefined
    let policy = this.#policies.get(namespace)
    if (policy === undefined) {
      policy = policyOf(namespace.metadata.labels, this.#config.defaults)
      this.#policies.set(namespace, policy)
    }
    return policy
  }
}

const noteExemption = (review: AdmissionReview, of: string) =>
  review.auditAnnotations?.annotate(`${AUDIT}exempt`, of)

function enforce(review: AdmissionReview, pod: CheckedPod, policy: Policy): void {
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
