import { ApiError, invalid, notFound } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { pathSegment } from '#meta/formats.js'
import type { LabelSelector } from '#meta/label-selector.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { isUnconditional } from '#meta/resource-version.js'
import type { SubresourceView } from '#registry/kind.js'
import type { EndpointFactory, Place, SubresourceHost } from '#registry/subresources/endpoint.js'
import { ScaleManagedFields } from '#registry/subresources/scale-managed-fields.js'
import { expectApplied } from '#registry/write/apply/applied-object.js'
import type { CurrentObjectView, Modification } from '#registry/write/modification.js'
import {
  type AppliedPatch,
  applyPatch,
  type Patch,
  patchResourceVersion,
} from '#registry/write/patch-request.js'
import { expectIdentity, expectPatched, expectSame } from '#registry/write/preconditions.js'
import { readObject, readPatched } from '#registry/write/read-object.js'
import type { WriteOptions } from '#registry/write/write-options.js'
import { type AnyScale, type Scalable, type ScaleVersion, validateScale } from './scale-version.js'

/** How the scale of a kind is read and written. */
export interface ScaleView<O extends ApiObject> {
  /** The path of the wanted number of replicas. */
  readonly path?: readonly string[]
  replicas(object: Readonly<O>): number | undefined
  setReplicas(object: O, replicas: number): void
  /**
   * Set for a kind whose replicas are optional: the error for reading such a scale, or for writing one without
   * replicas.
   */
  readonly absent?: { readonly read: () => ApiError; readonly write: () => ApiError }
  /** The status of the scale. */
  status(object: Readonly<O>): object
  /** Whether the rules of the kind, not those of scales, validate the wanted replicas. */
  readonly isValidatedByKind?: boolean
}

/** The view of a kind with `spec.replicas` and `status.replicas`. `selectorOf` returns the selector of its pods. */
export const defaultScaleView = (
  version: ScaleVersion,
  selectorOf: (object: Scalable) => LabelSelector | undefined,
): ScaleView<Scalable> => ({
  replicas: ({ spec }) => spec.replicas,
  setReplicas: ({ spec }, replicas) => {
    spec.replicas = replicas
  },
  status: (object) => version.statusOf(object.status.replicas ?? 0, selectorOf(object)),
})

/** Stands for absent replicas while a patch or an apply works on the scale. */
const UNSET = -(2 ** 31)

/** Returns the scale of an object, in one version. */
const scaleIn =
  <O extends ApiObject>({ type }: ScaleVersion, view: ScaleView<O>) =>
  (object: Readonly<O>): AnyScale & { status: object } => ({
    kind: type.kind,
    apiVersion: apiVersionOf(type),
    metadata: scaleMetadata(object.metadata),
    spec: { replicas: view.replicas(object) || undefined },
    status: view.status(object),
  })

/** How the scale shows an object, and how a change of the scale changes it. */
export function scaleSubresourceView<O extends ApiObject>(
  version: ScaleVersion,
  view: ScaleView<O>,
): SubresourceView {
  const scaleOf = scaleIn(version, view)
  return {
    show: (object) => JSON.parse(JSON.stringify(scaleOf(object as O))) as AnyScale,
    take: (object, shown) => view.setReplicas(object as O, version.type.decode(shown).spec.replicas ?? 0),
  }
}

/** `scale`: the wanted number of replicas can be read and set without knowing the kind. */
export const scaleEndpoint =
  <O extends ApiObject>(version: ScaleVersion, view: ScaleView<O>): EndpointFactory =>
  (host: SubresourceHost<O>) => {
    const { type } = version

    const scaleResource = { ...host.resource, plural: `${host.resource.plural}/scale` }

    /** A missing object is reported as a missing scale. */
    const orMissing = async <T>(place: Place, work: () => T | Promise<T>): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (!version.reportsScaleNotFound) throw error
        const isMissing = error instanceof ApiError && error.error === 'notFound'
        if (!isMissing && pathSegment(place.name).length === 0) throw error
        throw notFound(scaleResource, place.name)
      }
    }

    const scaleOf = scaleIn(version, view)

    const expectReplicas = (object: Readonly<O>): Readonly<O> => {
      if (view.absent !== undefined && view.replicas(object) === undefined) throw view.absent.read()
      return object
    }

    const owners = new ScaleManagedFields(type, host.clock, view.path)
    /** The scale as clients send and receive it. */
    const documentOf = (object: Readonly<O>) => JSON.parse(JSON.stringify(scaleOf(object))) as object
    /** The same for managed fields, where zero replicas can be owned too. */
    const ownedScale = (object: Readonly<O>, replicas = view.replicas(object) ?? unset) => ({
      ...documentOf(object),
      spec: { replicas },
    })
    /** The same as a patch changes it. */
    const patchedScale = (object: Readonly<O>) =>
      view.absent !== undefined && view.replicas(object) === undefined
        ? ownedScale(object)
        : documentOf(object)
    const unset = view.absent === undefined ? 0 : UNSET

    const scaled = (object: O, { spec }: AnyScale): O => {
      if (view.absent !== undefined && spec.replicas === UNSET) throw view.absent.write()
      view.setReplicas(object, spec.replicas ?? 0)
      return object
    }

    const expectValid = (scale: AnyScale): void => {
      if (view.isValidatedByKind) return
      const errors = new FieldErrors()
      validateScale(scale, errors)
      if (errors.all.length > 0) throw invalid(type, scale.metadata.name ?? '', errors.all)
    }

    /** The object with the new scale, owned by its writer. */
    const update = (current: CurrentObjectView<O>, scale: AnyScale, options: WriteOptions): O => {
      const object = scaled(current.copy(), scale)
      if (object.metadata.managedFields === undefined) return object
      const before = ownedScale(current.object)
      const after = ownedScale(current.object, view.replicas(object))
      object.metadata.managedFields = owners.update(current.metadata, host.resource, before, after, options)
      return object
    }

    const modification = (place: Place, patch: Patch, options: WriteOptions): Modification<O> => ({
      retry: !patchResourceVersion(patch),
      options,
      setsOwners: true,
      next: (current) => {
        const { object } = current
        const changed = applyPatch(patch, patchedScale(object), type.schema)
        const scale = readPatched(type, changed, patch)
        options.fields?.checkPatched(type, place.name, patch, changed)
        expectIdentity(scale.metadata, place.namespace, place.name)
        expectPatched(host.resource, object.metadata, scale.metadata)
        expectValid(scale)
        return update(current, scale, options)
      },
    })

    const application = (place: Place, patch: AppliedPatch, options: WriteOptions): Modification<O> => {
      const { metadata, applied } = expectApplied(type, patch, place, options)
      return {
        retry: isUnconditional(metadata.resourceVersion),
        options,
        setsOwners: true,
        isApply: true,
        next: (current) => {
          expectPatched(host.resource, current.metadata, metadata)
          const live = ownedScale(current.object)
          const { scale, managedFields } = owners.apply(
            current.metadata,
            host.resource,
            live,
            applied,
            options,
            patch.force,
          )
          const wanted = readPatched(type, scale)
          expectValid(wanted)
          const object = scaled(current.copy(), wanted)
          object.metadata.managedFields = managedFields
          return object
        },
      }
    }

    return {
      get: (place) => orMissing(place, () => scaleOf(expectReplicas(host.parse(host.get(place))))),

      expect: (place) =>
        orMissing(place, () => {
          host.get(place)
        }),

      replace: async (place, body, options) => {
        const scale = readObject(type, body)
        options.fields?.check(type, body)
        expectIdentity(scale.metadata, place.namespace, place.name)
        if (!version.needsNamespace) scale.metadata.namespace ??= place.namespace
        const { uid, resourceVersion } = scale.metadata
        const changed = await orMissing(place, () => {
          const current = host.get(place)
          expectValid(scale)
          expectSame(scaleResource, current.metadata(), { uid })
          return host.modify(place, {
            preconditions: { uid, resourceVersion },
            retry: true,
            options,
            setsOwners: true,
            next: (current) => update(current, scale, options),
          })
        })
        return scaleOf(expectReplicas(host.parse(changed)))
      },

      patch: async (place, patch, options) => {
        const change =
          patch.type === 'apply' ? application(place, patch, options) : modification(place, patch, options)
        const changed = await orMissing(place, () => host.modify(place, change))
        return scaleOf(expectReplicas(host.parse(changed)))
      },
    }
  }

function scaleMetadata(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, selfLink, uid, resourceVersion, creationTimestamp } = metadata
  const link = selfLink === undefined ? undefined : `${selfLink}/scale`
  return { name, namespace, selfLink: link, uid, resourceVersion, creationTimestamp }
}
