import type { CachedObject } from '#cache/cached-object.js'
import type { ParamRef } from '#kinds/admissionregistration/shared/param-ref.js'
import type { ParamKind } from '#kinds/admissionregistration/shared/policy-parts.js'
import { selectorMatches } from '#meta/label-selector.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { parseAs } from '#registry/conversion.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { jsonCopy } from '#webhooks/matching/converted-object.js'

/** Why a binding is invalid. */
export class UnusableBinding extends Error {
  override readonly name = 'UnusableBinding'
}

/** The kind of the parameters is not served. */
export class UnknownParamKind extends UnusableBinding {}

/** A parameter object. A binding may select many, so each is read only when the policy is evaluated with it. */
export class Parameter {
  readonly #version: ServedVersion
  readonly #object: CachedObject

  constructor(version: ServedVersion, object: CachedObject) {
    this.#version = version
    this.#object = object
  }

  get key(): string {
    return this.#object.key
  }

  read(): object {
    return jsonCopy(parseAs(this.#version, this.#object))
  }
}

/** Finds the parameter objects of policies. */
export class Parameters {
  readonly #kinds: KindRegistry
  readonly #feed: ChangeFeed

  constructor(kinds: KindRegistry, feed: ChangeFeed) {
    this.#kinds = kinds
    this.#feed = feed
  }

  /**
   * Yields the parameters of a write; the policy is evaluated for each, with null for none. Yields nothing if a
   * missing parameter is allowed. Yields undefined for an object that is not a parameter, so that the caller
   * can pause. Throws `UnusableBinding`.
   */
  *find(
    paramKind: ParamKind | undefined,
    paramRef: ParamRef | undefined,
    namespace: string | undefined,
  ): Iterable<Parameter | null | undefined> {
    if (paramKind === undefined || paramRef === undefined) {
      yield null
      return
    }
    const version = this.#versionOf(paramKind)
    let count = 0
    for (const found of this.#objects(version, paramRef, placeOf(version, paramRef, namespace))) {
      if (found !== undefined) count++
      yield found
    }
    if (count === 0 && paramRef.parameterNotFoundAction === 'Deny') {
      throw new UnusableBinding('no params found for policy binding with `Deny` parameterNotFoundAction')
    }
  }

  *#objects(
    version: ServedVersion,
    { name, selector }: ParamRef,
    namespace: string | undefined,
  ): Iterable<Parameter | undefined> {
    if (selector === undefined) {
      const object = this.#feed.find(objectKey(version.stored, namespace, name ?? ''))
      if (object !== undefined) yield new Parameter(version, object)
      return
    }
    const all =
      namespace === undefined
        ? this.#feed.objectsOf(version.stored)
        : this.#feed.objectsIn(version.stored, namespace)
    for (const object of all) {
      const isMeant = selectorMatches(selector, object.metadata().labels)
      yield isMeant ? new Parameter(version, object) : undefined
    }
  }

  #versionOf({ apiVersion = '', kind = '' }: ParamKind): ServedVersion {
    const found = this.#kinds.servedVersions.find(
      (version) => version.kind === kind && apiVersionOf(version) === apiVersion,
    )
    if (found !== undefined) return found
    throw new UnknownParamKind(
      `failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`,
    )
  }
}

function placeOf(
  version: ServedVersion,
  paramRef: ParamRef,
  namespace: string | undefined,
): string | undefined {
  if (!version.namespaced) {
    if (paramRef.namespace === undefined) return undefined
    throw new UnusableBinding('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const place = paramRef.namespace ?? namespace
  if (place !== undefined) return place
  throw new UnusableBinding(
    'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
  )
}
