import { ApiError, invalid, notFound } from '../../../meta/api-error.js'
import type { ApiObject } from '../../../meta/api-object.js'
import { FieldErrors } from '../../../meta/field-errors.js'
import { pathSegment } from '../../../meta/formats.js'
import type { LabelSelector } from '../../../meta/label-selector.js'
import { labelSelectorText } from '../../../meta/label-selector-text.js'
import type { ObjectMeta } from '../../../meta/object-meta.js'
import { apiVersionOf } from '../../../meta/resource.js'
import type { EndpointFactory, Place, SubresourceHost } from '../../../registry/subresources/endpoint.js'
import type { CheckedType } from '../../../registry/write/field-check.js'
import { applyPatch, patchResourceVersion } from '../../../registry/write/patch-request.js'
import { expectIdentity, expectPatched } from '../../../registry/write/preconditions.js'
import { type ObjectType, readObject, readPatched } from '../../../registry/write/read-object.js'
import { decoderOf } from '../../../schema/decode.js'
import { extensionsV1beta1 } from '../../groups.js'
import { Scale } from './schema.js'
import { validateScale } from './validation.js'

/** What a kind must have to be scaled. */
interface Scalable extends ApiObject {
  spec: { replicas?: number | undefined; selector?: LabelSelector | undefined }
  status: { replicas?: number | undefined }
}

const scaleType: ObjectType<Scale> & CheckedType = {
  ...extensionsV1beta1,
  plural: 'scales',
  kind: 'Scale',
  aliases: ['apps/v1beta1', 'apps/v1beta2', 'autoscaling/v1'],
  schema: Scale,
  decode: decoderOf(Scale),
}

/** `scale`: the wanted number of replicas can be read and set without knowing the kind. */
export const scaleEndpoint: EndpointFactory = (host: SubresourceHost<Scalable>) => {
  /** Whatever goes wrong in finding the object, it is the scale that is not there. */
  const orMissing = async <T>(place: Place, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const isMissing = error instanceof ApiError && error.error === 'notFound'
      if (!isMissing && pathSegment(place.name).length === 0) throw error
      throw notFound({ ...host.resource, plural: `${host.resource.plural}/scale` }, place.name)
    }
  }
  return {
    get: (place) => orMissing(place, () => scaleOf(host.parse(host.get(place)))),

    replace: async (place, body, options) => {
      const scale = readObject(scaleType, body)
      options.fields?.check(scaleType, body)
      expectIdentity(scale.metadata, place.namespace, place.name)
      const { uid, resourceVersion } = scale.metadata
      const changed = await orMissing(place, () => {
        host.get(place)
        expectValid(scale)
        return host.modify(place, {
          preconditions: { uid, resourceVersion },
          retry: true,
          options,
          next: (current) => scaled(current.copy(), scale),
        })
      })
      return scaleOf(host.parse(changed))
    },

    patch: async (place, patch, options) => {
      const changed = await orMissing(place, () =>
        host.modify(place, {
          retry: !patchResourceVersion(patch),
          options,
          next: (current) => {
            const { object } = current
            const document: unknown = JSON.parse(JSON.stringify(scaleOf(object)))
            const changed = applyPatch(patch, document, Scale)
            const scale = readPatched(scaleType, changed)
            options.fields?.checkPatched(scaleType, place.name, changed)
            expectIdentity(scale.metadata, place.namespace, place.name)
            expectPatched(host.resource, object.metadata, scale.metadata)
            expectValid(scale)
            return scaled(current.copy(), scale)
          },
        }),
      )
      return scaleOf(host.parse(changed))
    },
  }
}

function expectValid(scale: Scale): void {
  const errors = new FieldErrors()
  validateScale(scale, errors)
  if (errors.all.length > 0) throw invalid(scaleType, scale.metadata.name ?? '', errors.all)
}

function scaled(object: Scalable, { spec }: Scale): Scalable {
  object.spec.replicas = spec.replicas ?? 0
  return object
}

function scaleOf({ metadata, spec, status }: Scalable): Scale {
  const { selector } = spec
  const replicas = spec.replicas || undefined
  return {
    kind: scaleType.kind,
    apiVersion: apiVersionOf(scaleType),
    metadata: scaleMetadata(metadata),
    spec: { replicas },
    status: {
      replicas: status.replicas ?? 0,
      // Expressions have no form as a map; then only the text holds the selector.
      selector: selector?.matchExpressions === undefined ? selector?.matchLabels : undefined,
      targetSelector: selector && labelSelectorText(selector),
    },
  }
}

function scaleMetadata(metadata: ObjectMeta): ObjectMeta {
  const { name, namespace, selfLink, uid, resourceVersion, creationTimestamp } = metadata
  return { name, namespace, selfLink: `${selfLink}/scale`, uid, resourceVersion, creationTimestamp }
}
