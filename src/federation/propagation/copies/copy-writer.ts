import type { MemberObject } from '#federation/members/lazy-object.js'
import type { MemberClient } from '#federation/members/member-client.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import type { Member } from '#federation/members/members.js'
import { OverridesError } from '#federation/overrides/overrides.js'
import type { ClusterFacts } from '#federation/policies/cluster-facts.js'
import { type FederatedKind, NAMESPACES } from '#federation/propagation/federated-kinds.js'
import { type Copy, type FederatedObject, isSamePart } from '#federation/propagation/federated-object.js'
import { ConversionNeeded, withConversions } from '#registry/conversion-needed.js'
import { CopyRefused } from './desired-object.js'
import type { LinkListener } from './link-listener.js'
import { type CopyLocation, MemberWriter } from './member-writer.js'
import { observe } from './observed-copy.js'
import { contains } from './three-way-merge.js'
import { WriteRejected } from './write-rejected.js'

/** Creates, updates, deletes and releases the copies in one member, and records the outcome in the copy. */
export class CopyWriter {
  readonly #cluster: string
  readonly #listener: LinkListener
  readonly #writer: MemberWriter
  readonly #served: (kind: FederatedKind) => ServedResource | undefined
  #labels: { readonly of: object | undefined; readonly text: string } | undefined

  constructor(
    cluster: string,
    client: MemberClient,
    listener: LinkListener,
    served: (kind: FederatedKind) => ServedResource | undefined,
  ) {
    this.#cluster = cluster
    this.#listener = listener
    this.#writer = new MemberWriter(client)
    this.#served = served
  }

  /** What overrides may ask about the cluster as a string, built once per change. */
  get labels(): string {
    const facts = this.#listener.member(this.#cluster)?.facts
    if (facts !== this.#labels?.of) this.#labels = { of: facts, text: factsText(facts) }
    return this.#labels?.text ?? ''
  }

  /** Trusts a copy that has all desired fields even though another manager changed it. */
  compare(copy: Copy, object: MemberObject): void {
    const { federated, observed } = copy
    const member = this.#listener.member(this.#cluster)
    const desired = member && this.#desiredOrNone(federated, member)
    if (desired === undefined || observed?.digest !== desired.digest) return
    // List items have no kind or apiVersion.
    const { apiVersion: _version, kind: _kind, ...wanted } = desired.object
    if (!contains(object, wanted)) return
    copy.trustedFingerprint = observed.fingerprint
    copy.appliedSource = federated.source
    copy.appliedLabels = this.labels
  }

  #desired(federated: FederatedObject, member: Member) {
    const { kind, stored, spec, source, overrides } = federated
    const served = this.#served(kind)
    if (served === undefined || stored === undefined || spec.placementError !== undefined) return undefined
    return this.#listener.desired.make({ kind, stored, source, overrides }, served, member)
  }

  #desiredOrNone(federated: FederatedObject, member: Member) {
    try {
      return this.#desired(federated, member)
    } catch (error) {
      // The error is reported, or the object converted, when the copy is written.
      if (error instanceof OverridesError || error instanceof CopyRefused) return undefined
      if (error instanceof ConversionNeeded) return undefined
      throw error
    }
  }

  async remove(copy: Copy): Promise<void> {
    const { federated, observed } = copy
    const { kind, namespace, name } = federated
    const served = this.#served(kind)
    if (served === undefined) return
    if (observed === undefined) {
      // A write without a response may have arrived.
      const found = await this.#writer.find({ served, namespace, name })
      copy.maxSentReplicas = undefined
      if (found !== undefined) copy.observe(observe(kind, found))
      return
    }
    if (!copy.isOurs || observed.isTerminating) return
    this.#listener.begins(copy)
    const outcome = await this.#traced('delete', copy, (headers) =>
      this.#writer.remove({ served, namespace, name, headers }, observed.uid),
    )
    if (outcome === 'terminating') {
      this.#listener.wrote(copy)
      if (copy.observed === observed) copy.observed = { ...observed, isTerminating: true }
    } else copy.forget()
  }

  async release(copy: Copy): Promise<void> {
    const { federated, observed, isOurs } = copy
    const { kind, namespace, name } = federated
    const served = this.#served(kind)
    if (served === undefined || observed === undefined || !isOurs) return
    this.#listener.begins(copy)
    await this.#traced('release', copy, (headers) =>
      this.#writer.release({ served, namespace, name, headers }, observed.uid),
    )
    copy.forget()
    this.#listener.wrote(copy)
  }

  async put(copy: Copy, member: Member): Promise<void> {
    const { federated, granted, part, observed } = copy
    const { kind, namespace, name, spec, source } = federated
    const { labels } = this
    const served = this.#served(kind)
    const desired = await withConversions(() => this.#desired(federated, member))
    if (served === undefined || desired === undefined) return
    const isWritten =
      copy.isOurs && observed?.digest === desired.digest && copy.trustedFingerprint === observed.fingerprint
    if (!isWritten || observed?.replicas !== granted || !isSamePart(observed?.part, part)) {
      const numbers = granted === undefined ? part : { replicas: granted }
      const object =
        numbers === undefined
          ? desired.object
          : { ...desired.object, spec: { ...desired.object.spec, ...numbers } }
      const write = {
        served,
        namespace,
        name,
        owner: spec.uid,
        adopts: federated.adopts,
        object,
        // A Job that is gone is planned again, since part of it may be done.
        isOnlyUpdated: kind.plan === 'jobs' && copy.isOurs,
        isNamespaceTerminating: () => this.#isTerminating(namespace),
      }
      const known = copy.isOurs ? observed : undefined
      const { maxSentReplicas } = copy
      const most = granted ?? part?.parallelism ?? part?.maxReplicas ?? 0
      copy.maxSentReplicas = Math.max(maxSentReplicas ?? 0, most)
      this.#listener.begins(copy)
      const response = await this.#traced('write', copy, (headers) =>
        this.#writer.write({ ...write, headers }, known),
      ).catch((error: unknown) => {
        if (error instanceof WriteRejected && error.isCertain) copy.maxSentReplicas = maxSentReplicas
        throw error
      })
      const written = observe(kind, response.object)
      copy.maxSentReplicas = undefined
      copy.observe(written)
      copy.wrote(written.fingerprint, granted, part)
      const hasNumbers = written.replicas === granted && isSamePart(written.part, part)
      if (written.owner !== spec.uid || written.digest !== desired.digest || !hasNumbers) {
        throw new WriteRejected('Altered', 'the member does not keep the written object', true)
      }
      this.#listener.wrote(copy)
    }
    copy.appliedSource = source
    copy.appliedLabels = labels
  }

  /** Continues the trace in which the object was written on the host. */
  async #traced<T>(
    action: string,
    { federated: { key } }: Copy,
    send: (headers: CopyLocation['headers']) => Promise<T>,
  ): Promise<T> {
    const attributes = { cluster: this.#cluster, key }
    const call = this.#listener.tracing.beginCall(`member ${action}`, key, attributes)
    try {
      const response = await send(call?.headers)
      call?.end()
      return response
    } catch (error) {
      call?.end((error as Error).message)
      throw error
    }
  }

  /** Whether the namespace is being deleted on the host. */
  #isTerminating(namespace: string): boolean {
    const { deletion = 'none' } = this.#listener.find(NAMESPACES, '', namespace)?.spec ?? {}
    return deletion !== 'none'
  }
}

const factsText = (facts: ClusterFacts | undefined) =>
  facts === undefined ? '' : JSON.stringify([facts.labels, facts.region, facts.zones, facts.version])
