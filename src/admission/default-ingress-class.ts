import { networkingV1 } from '#kinds/groups.js'
import type { Ingress } from '#kinds/networking/ingress/networking-v1/schema.js'
import { CLASS_ANNOTATION } from '#kinds/networking/ingress/networking-v1/validation.js'
import type { IngressClass } from '#kinds/networking/ingressclass/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { defaultClass } from './default-class.js'
import type { StoredObjects } from './stored-objects.js'

const CLASSES = 'networking.k8s.io/ingressclasses/'
const DEFAULT_CLASS = ['ingressclass.kubernetes.io/is-default-class']

/**
 * Gives a new Ingress without a class the default class. A class can be named by a field or by an annotation; the
 * stored version has no field for it.
 */
export class DefaultIngressClass implements AdmissionPlugin {
  readonly name = 'DefaultIngressClass'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles({ kind, group }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && kind === 'Ingress' && group === networkingV1.group
  }

  admit({ object }: AdmissionReview): void {
    const { metadata, spec } = object as Ingress
    if (spec.ingressClassName !== undefined || metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return
    spec.ingressClassName = defaultClass(this.#stored.all<IngressClass>(CLASSES), DEFAULT_CLASS)
  }
}
