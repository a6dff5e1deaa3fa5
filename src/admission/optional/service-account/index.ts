import { isPodWrite } from '#admission/pod-writes.js'
import { rejection } from '#admission/rejection.js'
import type { StoredObjects } from '#admission/stored-objects.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { isStatic } from '#kinds/core/pod/subresources/subresource.js'
import { ENFORCE_MOUNTABLE, type ServiceAccount } from '#kinds/core/serviceaccount/index.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { generateName } from '#registry/metadata/metadata.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import type { Random } from '#util/random.js'
import { ACCOUNTS, awaitAccount, DEFAULT_ACCOUNT } from './default-account.js'
import { mirrorPodError } from './mirror-pod.js'
import { ephemeralSecretError, secretError } from './mountable-secrets.js'
import { mountToken } from './token-volume.js'

/**
 * Gives a new pod its service account, the token and the image pull secrets of the account. Mirror pods, which only
 * show what a node runs, have no account.
 */
export class ServiceAccounts implements AdmissionPlugin {
  readonly name = 'ServiceAccount'
  readonly handles = isPodWrite
  readonly #stored: StoredObjects
  readonly #feed: ChangeFeed
  readonly #random: Random

  constructor(stored: StoredObjects, feed: ChangeFeed, random: Random) {
    this.#stored = stored
    this.#feed = feed
    this.#random = random
  }

  async admit(review: AdmissionReview): Promise<void> {
    if (review.operation !== 'create' || review.part !== 'object') return
    const pod = review.object as Pod
    if (isStatic(pod)) return this.#checkMirror(review, pod)
    const { spec, metadata } = pod
    spec.serviceAccountName ||= DEFAULT_ACCOUNT
    spec.serviceAccount = spec.serviceAccountName
    const { namespace = '' } = review
    if (spec.serviceAccountName === DEFAULT_ACCOUNT) await awaitAccount(this.#feed, namespace)
    const account = this.#accountOf(review, pod)
    if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
      const scope = `${namespace}/${metadata.name ?? metadata.generateName ?? ''}`
      mountToken(spec, (prefix) => generateName(prefix, this.#random, scope))
    }
    if ((spec.imagePullSecrets ?? []).length === 0) {
      spec.imagePullSecrets = account.imagePullSecrets?.map(({ name }) => ({ name }))
    }
    this.#checkSecrets(review, pod, account, secretError)
  }

  check(review: AdmissionReview): void {
    const pod = review.object as Pod
    const isNew = review.operation === 'create' && review.part === 'object'
    if (isNew && isStatic(pod)) this.#checkMirror(review, pod)
    else if (isNew) this.#checkSecrets(review, pod, this.#accountOf(review, pod), secretError)
    else if (review.subresource === 'ephemeralcontainers') {
      this.#checkSecrets(review, pod, this.#accountOf(review, pod), ephemeralSecretError)
    }
  }

  #checkMirror(review: AdmissionReview, pod: Pod): void {
    const error = mirrorPodError(pod.spec)
    if (error !== undefined) throw rejection(review, error)
  }

  #checkSecrets(
    review: AdmissionReview,
    { spec }: Pod,
    account: ServiceAccount,
    errorOf: (spec: Pod['spec'], account: ServiceAccount) => string | undefined,
  ): void {
    if (!TRUE.has(account.metadata.annotations?.[ENFORCE_MOUNTABLE] ?? '')) return
    const error = errorOf(spec, account)
    if (error !== undefined) throw rejection(review, error)
  }

  #accountOf(review: AdmissionReview, { spec, metadata }: Pod): ServiceAccount {
    const { serviceAccountName: name } = spec
    const { namespace = '' } = review
    if (!name) {
      throw rejection(review, `no service account specified for pod ${namespace}/${metadata.name ?? ''}`)
    }
    const found = this.#stored.get<ServiceAccount>(ACCOUNTS, namespace, name)
    if (found !== undefined) return found
    const missing = `serviceaccount ${JSON.stringify(name)} not found`
    throw rejection(review, `error looking up service account ${namespace}/${name}: ${missing}`)
  }
}

/** What Go reads as true. */
const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])
